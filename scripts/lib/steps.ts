/** Headings and times, so that whoever watches a long run knows what it is doing. */
export function heading(title: string): void {
	console.log(`\n== ${title}\n`);
}

export function seconds(since: number): string {
	return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
