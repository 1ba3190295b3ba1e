/** Which errors of PostgreSQL, its driver and the network say that the server is away or busy. */

/** Connection, resources, operator intervention, time-outs, locks, rolled back or read-only (appendix A). */
const SQLSTATE = /^(?:08...|53...|57...|55P03|40...|25P03|25006)$/;

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);

/** Of the driver, whose own errors have no code. */
const MESSAGE =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client .* not queryable)/;

export function isPostgresAway(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  return (typeof code === 'string' && (SQLSTATE.test(code) || NETWORK.has(code))) || MESSAGE.test(message);
}
