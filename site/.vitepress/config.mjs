import { readFileSync } from 'node:fs';
import llms from 'vitepress-plugin-llms';

const sidebar = JSON.parse(readFileSync(new URL('../pages/sidebar.json', import.meta.url), 'utf8'));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export default {
	title: 'authgraft',
	description: 'Sign-in for SvelteKit and SolidStart projects that are there already',
	lang: 'en',
	srcDir: 'pages',
	outDir: 'dist',
	cleanUrls: true,
	// No page is left out, and none asks another host for anything.
	ignoreDeadLinks: false,
	head: [
		// No icon, said so that browsers do not ask for one.
		['link', { rel: 'icon', href: 'data:,' }],
		['meta', { name: 'theme-color', content: '#1a5fb4' }],
	],
	markdown: {
		/** As on GitHub, where the same links have to work. */
		anchor: {
			slugify: (text) =>
				text
					.trim()
					.toLowerCase()
					.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
					.replaceAll(' ', '-'),
		},
		/** What stands in backticks is text, also where Vue would take it for an expression. */
		config(md) {
			// The empty corner of a table is no heading of anything.
			md.core.ruler.push('empty-headings', ({ tokens }) => {
				for (const [index, { type, content }] of tokens.entries())
					if (type === 'inline' && content === '' && tokens[index - 1]?.type === 'th_open')
						for (const cell of [tokens[index - 1], tokens[index + 1]]) cell.tag = 'td';
			});
			const { code_inline: print } = md.renderer.rules;
			md.renderer.rules.code_inline = (tokens, index, ...rest) => {
				tokens[index].attrSet('v-pre', '');
				return print(tokens, index, ...rest);
			};
		},
		theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
	},
	themeConfig: {
		siteTitle: `authgraft ${version}`,
		nav: [
			{ text: 'Start', link: '/start' },
			{ text: 'Questions', link: '/guide/faq' },
			{ text: 'Commands', link: '/commands/' },
			{ text: 'Providers', link: '/providers/' },
			{ text: 'Error codes', link: '/errors/' },
		],
		sidebar,
		outline: [2, 3],
		search: {
			provider: 'local',
			// A title says more than a word somewhere in the text.
			options: {
				miniSearch: { searchOptions: { boost: { title: 6, titles: 3, text: 1 }, fuzzy: 0.1, prefix: true } },
			},
		},
		footer: { message: 'MIT licence' },
	},
	vite: {
		plugins: [llms({ generateLLMsFullTxt: true, ignoreFiles: ['decisions/*'] })],
		build: { chunkSizeWarningLimit: 4000 },
	},
};
