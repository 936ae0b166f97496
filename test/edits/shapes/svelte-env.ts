import { type Forms, samples } from './common.ts';

const define = "import { defineEnvVars } from '@sveltejs/kit/env';\n---\n";

const forms: Forms = {
	object: [
		`${define}export const variables = defineEnvVars({});`,
		`${define}export const variables = defineEnvVars({\n\t// none yet\n});`,
		`${define}export const variables = defineEnvVars({ /* none */ });`,
		`${define}export const variables = defineEnvVars({ A: {}, 'B': { description: 'b' } });`,
		`${define}export const variables = defineEnvVars({\n\tA: {}, // a\n\tB: {\n\t\tdescription: 'b',\n\t} // b\n});`,
		`${define}export const variables = defineEnvVars({\n\tAUTH_URL: { public: true },\n} satisfies Variables);`,
		`${define}export const variables = defineEnvVars({ A, });`,
	],
	refused: [
		`${define}export const variables = defineEnvVars(all);`,
		`${define}export const variables = defineEnvVars({ ...all });`,
		`${define}export const variables = defineEnvVars({ [name]: {} });`,
		`${define}export const variables = defineEnvVars({ AUTH_SECRET() {} });`,
		`${define}export const variables = { A: {} };`,
		`${define}export const variables = defineEnvVars({ AUTH_SECRET: {}, "AUTH_URL": {} });`,
		'export const other = 1;',
	],
};

export const edited = ['object'];

export const envVars = samples(forms, ['env.ts', 'env.js']);
