import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** docs/doctor.md. */
export const doctorDocument = (): string =>
	readFileSync(join(import.meta.dirname, '../../../docs/doctor.md'), 'utf8');

/** What docs/doctor.md says that a test file tries: how many, and how many of them are right, row by row. */
export const doctorFigures = (file: string): { of: number; right: number }[] =>
	doctorDocument()
		.split('\n')
		.filter((line) => line.includes(`\`${file}\``))
		.flatMap((line) => {
			const [, of, right] = /\|\s*(\d+)\s*\|\s*(\d+)\s*\|/.exec(line) ?? [];
			return of === undefined ? [] : [{ of: Number(of), right: Number(right) }];
		});

/** As they should be: a test that fails is none that is right. */
export const figuresOf = (...counts: number[]): { of: number; right: number }[] =>
	counts.map((of) => ({ of, right: of }));
