// Preloaded into a measured process (node --require): writes what it used into the file $USAGE_FILE. On exit, so it
// sees all but the very end. CommonJS and one built-in module, so that it costs the process next to nothing.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
	const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
	const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 };
	writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
