export type MaybePromise<T> = T | PromiseLike<T>;
