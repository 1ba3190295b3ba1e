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

let waiting: (() => void)[] = [];

/**
 * Does something once the event loop has read what is there of all connections. Answers that are sent one by one, each
 * after its own work, wake their client once each, which takes longer than most of the work.
 */
export function togetherWithOthers(work: () => void): void {
  if (waiting.push(work) > 1) return;
  setImmediate(() => {
    const all = waiting;
    waiting = [];
    for (const one of all) one();
  });
}
