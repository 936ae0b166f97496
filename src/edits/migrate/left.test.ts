import { expect, test } from 'vitest';
import { lineOfPackage } from './left.ts';

const name = '@auth/sveltekit';

test.each([
	['an import', 'a.ts', `\nimport { SvelteKitAuth } from '${name}';`, 2],
	['a part of it', 'a.js', `export * from "${name}/client"`, 1],
	['an import when it is needed', 'a.ts', `const it = () => import('${name}/client');`, 1],
	['a type', 'a.ts', `let a: import('${name}').Session;`, 1],
	['an extension', 'a.d.ts', `declare module '${name}' {}`, 1],
	['a reference', 'a.d.ts', `/// <reference types="${name}" />\nexport {};`, 1],
	['an import of types in a comment', 'a.js', `/** @import { Session } from '${name}' */\nlet a;`, 1],
	['a script', 'A.svelte', `<p>it's</p>\n<script>\n\timport '${name}';\n</script>`, 3],
	['markup', 'A.svelte', `<!-- no -->\n{#await import('${name}/client')}{/await}`, 2],
	['a page of markdown', 'a.md', `# It's\n<script>\nimport '${name}';\n</script>`, 3],
])('%s takes something from a package', (_, path, content, line) =>
	expect(lineOfPackage(path, content, name)).toBe(line),
);

test.each([
	['another package', 'a.ts', `import '${name}-x';`],
	['a comment at the end', 'a.ts', `const a = 1; // import { a } from '${name}';`],
	['a comment', 'a.ts', `/* import { a } from '${name}'; */`],
	['an example', 'a.ts', `/**\n * import { a } from '${name}';\n */\nexport const a = 1;`],
	['a text', 'a.ts', `const a = "${name}";`],
	['a commented script', 'A.svelte', `<!-- <script>\n\timport '${name}';\n</script> -->`],
	['commented markup', 'A.svelte', `<!-- {#await import('${name}')} -->`],
	['markdown', 'a.md', `It's \`import '${name}'\`\n\n~~~\n<script>import '${name}';</script>\n~~~\n`],
])('%s takes nothing from it', (_, path, content) =>
	expect(lineOfPackage(path, content, name)).toBeUndefined(),
);
