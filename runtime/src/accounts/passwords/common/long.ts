/** Those of 15 characters and more. Made by `scripts/common-passwords.mjs` from the list of @zxcvbn-ts/language-common (MIT). */
export const long =
	'-UH1V0XRuH5ABeL84TA5BZYEkDjyxNFLvj9FmjBHGFR1XHGmdBJiiNmKIn1RLEAgkLisk-O2YE0SJH4VSrWBHSss-YUL_uSX_7S4' +
	'YGvkvYmXbDa4QZnatZlod1ucIeAsQzg3A1SgrpwGh9l9FiQekmjflQJkHfRrklsTprdumorl3rhsB6wAtR176uDa-NvQhetxoaJs' +
	'yQNOS';
