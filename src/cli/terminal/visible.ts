/**
 * What a terminal would obey instead of showing: control characters (C0, DEL and C1, escape sequences begin with one),
 * and those that turn the direction of the text round. Tabs stay, and the end of a line.
 */
const obeyed = /(?!\t|\r?\n|\r$)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const obeyedOrBreaks = /(?!\t|\r$)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** As `\u001b`: in JSON, which may hold some as they are, that stands for the same. */
const written = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of several lines with everything in it visible. */
export const visibleText = (text: string): string => text.replace(obeyed, written);

/** One line: a folder may hold a line break in its name, too, and words behind it that look like ours. */
export const visible = (line: string): string => line.replace(obeyedOrBreaks, written);
