/** Whether a file is a test, or stands in for something in one. */
export const isTest = (path: string): boolean =>
	/\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:tests?|__tests__|__mocks__)\//.test(path);
