import { expect, test } from 'vitest';
import { formsOf, press, textOf } from './forms.ts';

const html = `<form method="POST" action="/signin" class="x">
	<input type="hidden" name="redirectTo" value="/a?b=1&amp;c"><input name=ignored><input name="csrf" value="" required>
	<button name="id" value="1"><!--[-->Sign in as <b>Ada &amp; co</b></button><button disabled>Other</button>
</form><form action="/second"><input type="text" name="q"></form>`;

test('reads forms, fields and buttons', () => {
	const [first, second] = formsOf(html);
	expect(first).toMatchObject({ action: '/signin', method: 'POST' });
	expect(first?.fields).toEqual({ redirectTo: '/a?b=1&c', csrf: '' });
	expect(second).toEqual({ action: '/second', method: 'GET', fields: { q: '' }, buttons: [] });
});

test('sends the name and value of the pressed button only', () => {
	const [form] = formsOf(html);
	if (!form) throw new Error('no form');
	expect(press(form, /Ada & co/)).toEqual({ redirectTo: '/a?b=1&c', csrf: '', id: '1' });
	expect(press(form, /Other/)).toEqual({ redirectTo: '/a?b=1&c', csrf: '' });
	expect(press(form, /Nobody/)).toBeUndefined();
});

test('text of markup', () => {
	expect(textOf('<p>a<!-- b --> &lt;c&gt;\n<b>d</b></p>')).toBe('a <c> d');
});
