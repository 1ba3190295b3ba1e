/** Errors of the S3 client in an operator's words. */
import { StoreError } from './store.ts';

export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** 409: another conditional request to the same object was going on. */
export const isConflict = (error: unknown): boolean =>
  statusOf(error) === 412 || (error as Error).name === 'ConditionalRequestConflict';

/** What to do, by the name of the error. */
const ADVICE: Record<string, string> = {
  CredentialsProviderError: 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  InvalidAccessKeyId: 'the store does not know AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, or AWS_REGION is another one',
  AuthorizationHeaderMalformed: 'AWS_REGION is not the one of the bucket',
  PermanentRedirect: 'AWS_REGION or AWS_ENDPOINT_URL_S3 is not the one of the bucket',
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'these credentials may not do that (docs/operations/object-store.md lists what they must be allowed)',
  NotImplemented: 'the store does not know this request; if it knows no conditional writes, see --unconditional',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
};

/** Of a network without an answer, by error code. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** @param what the place and what was done there, as in `s3://bucket: writing list.json` */
export function failureOf(error: unknown, what: string): Error {
  if (error instanceof StoreError) return error;
  const { name, message, code } = error as Error & { code?: string };
  const status = statusOf(error);
  const known = Object.hasOwn(ADVICE, name) ? ADVICE[name] : undefined;
  if (known) return new StoreError(`${what}: ${known} (${name})`);
  if (/^Region (?:is missing|not accepted)/.test(message)) return new StoreError(`${what}: set AWS_REGION`);
  if (UNREACHABLE.has(code ?? '') || name === 'TimeoutError')
    return new StoreError(`${what}: the store does not answer (${code ?? name}); AWS_ENDPOINT_URL_S3 says where it is`);
  if (status !== undefined) return new StoreError(`${what}: HTTP ${status} ${name}: ${message}`);
  return error as Error;
}
