/**
 * What stands for a client in counting: its address, or the network of an IPv6 one, since whoever has one has all of a /64.
 *
 * @returns null for what is no address, and for those of a machine or a network of one's own: behind a proxy all of the world
 *   comes from there
 */
export function addressKey(address: string | undefined): string | null {
	const plain = withoutPort(address?.trim() ?? '');
	if (plain.includes(':')) return networkOf(plain);
	const bytes = ipv4(plain);
	return bytes && !isPrivate(bytes) ? bytes.join('.') : null;
}

/** Some proxies hand the port over as well. A zone (`fe80::1%eth0`) is no part of an address. */
function withoutPort(text: string): string {
	const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
	return (inBrackets ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')).replace(/%.*$/, '');
}

function ipv4(text: string): number[] | null {
	if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return null;
	const bytes = text.split('.').map(Number);
	return bytes.every((byte) => byte < 256) ? bytes : null;
}

/** RFC 1918, 6598, 3927, and what stands for this machine. */
function isPrivate([a = 0, b = 0]: readonly number[]): boolean {
	if (a === 0 || a === 10 || a === 127) return true;
	if (a === 100) return b >= 64 && b < 128;
	if (a === 172) return b >= 16 && b < 32;
	return (a === 192 && b === 168) || (a === 169 && b === 254);
}

function networkOf(text: string): string | null {
	const groups = ipv6(text);
	if (!groups) return null;
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
	if ([a, b, c, d, e].every((group) => group === 0)) {
		// An IPv4 address as IPv6 writes it; what is left are this machine and none.
		if (f !== 0xffff) return null;
		const bytes = [g >> 8, g & 255, h >> 8, h & 255];
		return isPrivate(bytes) ? null : bytes.join('.');
	}
	// Unique local, link local.
	if ((a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfe80) return null;
	return [a, b, c, d].map((group) => group.toString(16)).join(':');
}

/** The eight groups: RFC 4291, section 2.2. */
function ipv6(text: string): number[] | null {
	// The last two groups may be written as IPv4.
	const [, head, tail] = /^(.*:)([^:]*\.[^:]*)$/.exec(text) ?? [];
	const bytes = tail === undefined ? null : ipv4(tail);
	if (tail !== undefined && !bytes) return null;
	const hex = (at: number) => (((bytes?.[at] ?? 0) << 8) | (bytes?.[at + 1] ?? 0)).toString(16);
	const whole = bytes ? `${head}${hex(0)}:${hex(2)}` : text;
	const halves = whole.split('::');
	if (halves.length > 2) return null;
	const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
	const missing = 8 - left.length - right.length;
	if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
	const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
	return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
		? groups.map((group) => Number.parseInt(group, 16))
		: null;
}
