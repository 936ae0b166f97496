/** A value, now or later: what a function of the application may return either way. */
export type MaybePromise<T> = T | PromiseLike<T>;
