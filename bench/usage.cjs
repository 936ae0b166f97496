// Preloaded into a measured process (node --require): writes what it used into the file $USAGE_FILE. On exit, so it
// sees all but the very end. CommonJS and one built-in module, so that it costs the process next to nothing.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
	const { userCPUTime, systemCPUTime } = process.resourceUsage();
	const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: peakMemory() };
	writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});

/** MiB. On Linux the kernel hands `maxRSS` down from the process that started this one, so it is read elsewhere. */
function peakMemory() {
	const status = '/proc/self/status';
	if (!existsSync(status)) return process.resourceUsage().maxRSS / 1024;
	return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(status, 'utf8'))[1]) / 1024;
}
