/** Code, not HTML: `{{x}}` must not turn quotes into entities, and a value that is not given is a mistake. */
export const templateOptions = { noEscape: true, strict: true, knownHelpersOnly: true };
