/** Characters. */
export const minimumSecretLength = 32;

/** Words of templates. Sixteen random letters or more spell none of them by chance. */
const placeholder =
	/change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|with)|your[-_ ](?:own[-_ ])?(?:auth[-_ ]|super[-_ ])?secret|placeholder|example|<.*>/i;

/** Whether somebody can guess a secret, or read it where it is public. Says nothing about the value itself. */
export function weakness(secret: string, published: string[]): string | undefined {
	if (secret === '') return undefined;
	if (secret.length < minimumSecretLength)
		return `has ${secret.length} characters, and at least ${minimumSecretLength} are needed`;
	if (published.includes(secret)) return 'stands in .env.example, too, where everybody can read it';
	// Of 32 random hexadecimal digits fewer than 8 different ones come once in ten million.
	if (new Set(secret).size < 8 || placeholder.test(secret)) return 'is a placeholder';
	return undefined;
}
