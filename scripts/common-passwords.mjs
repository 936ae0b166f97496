// Writes the lists of runtime/src/accounts/passwords/common/ from `src/passwords.json` of @zxcvbn-ts/language-common (MIT), most
// common first: `node scripts/common-passwords.mjs passwords.json`. Digests stand for the words: half the size, and
// nobody has to read them.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many of 8 to 14 characters. Those of 15 and more are all taken. */
const most = 3000;
/** Characters of a digest: as `common/index.ts` has it. */
const size = 5;

const [given = ''] = process.argv.slice(2);
const words = JSON.parse(readFileSync(given, 'utf8')).map((word) => word.normalize('NFKC').toLowerCase());
const folder = join(import.meta.dirname, '../runtime/src/accounts/passwords/common');

write('short', 'The 3,000 most common of 8 to 14 characters.', (length) => length >= 8 && length < 15);
write('long', 'Those of 15 characters and more.', (length) => length >= 15);

function write(name, what, fits) {
	const chosen = [...new Set(words.filter((word) => fits([...word].length)))].slice(0, most);
	const digests = chosen.map((word) => createHash('sha256').update(word).digest('base64url').slice(0, size));
	const lines = digests
		.sort()
		.join('')
		.match(/.{1,100}/g)
		.map((line) => `\t'${line}'`);
	const source = `Made by \`scripts/common-passwords.mjs\` from the list of @zxcvbn-ts/language-common (MIT).`;
	const text = `/** ${what} ${source} */\nexport const ${name} =\n${lines.join(' +\n')};\n`;
	writeFileSync(join(folder, `${name}.ts`), text);
}
