/**
 * Prints rows with aligned columns: the first to the left, figures to the right.
 * @param {string[][]} rows an empty one is an empty line
 */
export function table(rows) {
	const width = (column) => Math.max(...rows.map((row) => (row[column] ?? '').length));
	for (const row of rows) {
		const cells = row.map((cell, column) =>
			column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column)),
		);
		console.log(cells.join('  ').trimEnd());
	}
}
