import { parse } from 'jsonc-parser';
import { ifReadable } from '../../host/files/index.ts';
import type { Context } from '../context.ts';

/** What SvelteKit 2 writes and sets no such option in. Of others that a file extends nothing is known. */
const known = /^\.\/\.svelte-kit\/tsconfig\.json$/;

/** Type checks that look into declarations of packages find errors in those of the core, which nobody here can mend. */
export function stageTypeCheck({ host, staging, auth }: Context): void {
	if (host.language !== 'ts' || auth.module) return;
	const options: unknown = parse(ifReadable(() => host.read('tsconfig.json')) ?? '');
	if (!isRecord(options)) return;
	const { extends: base, compilerOptions } = options;
	if (base !== undefined && !(typeof base === 'string' && known.test(base))) return;
	if (isRecord(compilerOptions) && compilerOptions.skipLibCheck === true) return;
	const text =
		'tsconfig.json has no "skipLibCheck": true, so type checks tell of errors inside of @auth/core: set it in compilerOptions.';
	staging.tell(auth.file, { code: 'library-types', file: 'tsconfig.json', text });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
