// npm run release:version, release:snapshot -- <name>, release:check -- <tag>: which version this is, and whether it may be released.
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { checkTag, nextVersion, snapshotVersion } = await import('../lib/release/version.ts');
const [what, name] = process.argv.slice(2);
const run = { next: () => nextVersion(), snapshot: () => snapshotVersion(name), check: () => checkTag(name) }[
	what
];
process.exit(
	await run().catch((error) => {
		console.error(error.message);
		return 1;
	}),
);
