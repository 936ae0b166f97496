import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Handlebars from 'handlebars';
import type { Plugin } from 'rolldown';
import { templateOptions } from '../../../src/generators/templates/options.ts';
import { root } from '../../bootstrap.mjs';

const folder = join(root, 'templates');
const compiler = join(root, 'src/generators/templates/compile.ts');
let isReplaced = false;

/** Puts all templates into the bundle as code: neither Handlebars' compiler nor a file has to be loaded for them. */
export const precompiledTemplates: Plugin = {
	name: 'precompiled-templates',
	load(id) {
		if (id !== compiler) return null;
		isReplaced = true;
		return moduleText();
	},
	buildEnd(error) {
		if (!error && !isReplaced)
			throw new Error(`Nothing imports ${compiler}: templates would be compiled at run time`);
	},
};

function moduleText(): string {
	const names = globSync('**/*.hbs', { cwd: folder }).map((file) => relative('', file).replace(/\.hbs$/, ''));
	const entries = names.sort().map((name) => {
		const text = readFileSync(join(folder, `${name}.hbs`), 'utf8');
		return `${JSON.stringify(name)}: ${Handlebars.precompile(text, templateOptions)}`;
	});
	return `import Handlebars from 'handlebars/dist/handlebars.runtime.min.js';
const compiled = { ${entries.join(',\n')} };
for (const name of Object.keys(compiled)) {
	if (name.startsWith('partials/')) Handlebars.registerPartial(name.slice(9), Handlebars.template(compiled[name]));
}
export const templateOf = (name) => Handlebars.template(compiled[name]);
`;
}
