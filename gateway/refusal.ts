/** What is sent for an error, in the form of the interface that was asked. */
import { FDSN_PATH } from '#core/endpoints.ts';
import type { EpochMs } from '#core/time.ts';
import { hasKandilliShape, renderKandilliError } from './endpoints/compat/kandilli-error.ts';
import { renderFdsnError } from './endpoints/fdsn/error.ts';
import { hasDisconnected } from './http/client-address.ts';
import { asGatewayError, ClientGone, connectionAborted, renderError } from './http/errors.ts';
import { faultLine, type Log } from './http/log.ts';
import type { GatewayRequest } from './http/request.ts';
import type { WholeResponse } from './http/response.ts';

/** For the log only: the client has disconnected. */
const CLIENT_GONE = 499;

interface RefusalOptions {
  now: () => EpochMs;
  baseUrl: string;
  log: Log;
}

export function refusal(error: unknown, request: GatewayRequest, { now, baseUrl, log }: RefusalOptions): WholeResponse {
  if (error instanceof ClientGone) return { status: CLIENT_GONE, headers: {} };
  if (hasDisconnected(error, request)) return renderError(connectionAborted());
  const known = asGatewayError(error, (fault) => log(faultLine(fault)));
  if (hasKandilliShape(request.target, request.header('accept'))) return renderKandilliError(known);
  if (!request.target.startsWith(FDSN_PATH)) return renderError(known, request.header('accept'));
  const url = `http://${request.header('host') ?? 'localhost'}${request.target}`;
  return renderFdsnError(known, { url, now: now(), baseUrl });
}
