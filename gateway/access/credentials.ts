/** What a request says of its caller. */
import type { GatewayRequest } from '../http/request.ts';
import type { Accounting } from './request-access.ts';

/** Network origin of a request. */
export interface Origin {
  /** Remote address of the connection. */
  peer: string | undefined;
  /** `X-Forwarded-For`. */
  forwarded: string | undefined;
}

export interface Credentials extends Origin {
  authorization: string | undefined;
  /** As received. */
  query: string;
  accounting: Accounting;
}

export const originOf = (request: GatewayRequest): Origin => ({
  peer: request.incoming?.socket.remoteAddress,
  forwarded: request.header('x-forwarded-for'),
});

export const credentialsOf = (request: GatewayRequest, query: string, accounting: Accounting): Credentials => ({
  ...originOf(request),
  authorization: request.header('authorization'),
  query,
  accounting,
});
