/** Which errors of the servers, their drivers and the network say that a server is away or busy. */

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);

/** What to do when a server is away at the start: without it, that is an error. @param message for the operator */
export type OnAway = (message: string) => void;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null | undefined)?.code;

const isNetworkError = (error: unknown): boolean => NETWORK.has(codeOf(error) as string);

/** Connection, resources, operator intervention, time-outs, locks, rolled back or read-only (appendix A). */
const SQLSTATE = /^(?:08...|53...|57...|55P03|40...|25P03|25006)$/;

/** Errors of PostgreSQL's driver, which have no code. */
const DRIVER =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client [\w ]{1,60} not queryable)/;

export function isPostgresAway(error: unknown): boolean {
  const code = codeOf(error);
  const { message = '' } = (error ?? {}) as { message?: string };
  return isNetworkError(error) || (typeof code === 'string' && SQLSTATE.test(code)) || DRIVER.test(message);
}

/** No space, or a server that only reads: another primary, or one that an operator has stopped from writing. */
export const isPostgresFull = (error: unknown): boolean => codeOf(error) === '53100' || codeOf(error) === '25006';

/** `LOADING`: the server reads its data and answers soon. */
export const isRedisAway = (error: unknown): boolean =>
  isNetworkError(error) || /^(?:LOADING|connect ETIMEDOUT)/.test((error as Error | undefined)?.message ?? '');
