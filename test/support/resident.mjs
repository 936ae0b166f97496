/*
 * A process that runs the built command again and again, since starting Node and loading the compiler costs ten times
 * what a run does. Receives argument lists, answers with exit code and output, one at a time.
 */
import { main } from '../../dist/cli/main.cjs';

const streams = ['stdout', 'stderr'];
const home = process.cwd();
let queue = Promise.resolve();

process.on('message', ({ id, args, cwd }) => {
	queue = queue.then(async () => {
		const answer = { id, code: null, stdout: '', stderr: '', output: '' };
		const writes = streams.map((name) => process[name].write);
		for (const name of streams) {
			process[name].write = (text) => {
				answer[name] += text;
				answer.output += text;
				return true;
			};
		}
		try {
			process.chdir(cwd);
			answer.code = await main(args);
		} catch (error) {
			answer.output += `    at ${error.stack}`;
		}
		streams.forEach((name, index) => {
			process[name].write = writes[index];
		});
		// A folder that somebody stands in cannot be unmounted.
		process.chdir(home);
		// Whoever asked may have been stopped.
		if (process.connected) process.send(answer, () => {});
	});
});
