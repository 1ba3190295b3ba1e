/** What is there at once, or a promise of it: a hot answer waits for nothing. */
export type Eventually<T> = T | Promise<T>;

/** Goes on with the outcome of work, at once where it is there at once. */
export function settled<T, R>(
  work: () => Eventually<T>,
  next: (value: T) => Eventually<R>,
  failed: (error: unknown) => Eventually<R>,
): Eventually<R> {
  let value: Eventually<T>;
  try {
    value = work();
  } catch (error) {
    return failed(error);
  }
  return value instanceof Promise ? value.then(next, failed) : next(value);
}

/** As `settled`; an error is the caller's. */
export const following = <T, R>(value: Eventually<T>, next: (value: T) => Eventually<R>): Eventually<R> =>
  value instanceof Promise ? value.then(next) : next(value);
