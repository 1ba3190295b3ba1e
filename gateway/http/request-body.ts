/** The end of a request's body, where its answer is ready before. */
import type { IncomingMessage } from 'node:http';

/** A client that is busy sending may not see an answer before it is done; who sends more, or takes longer, is cut off. In bytes and ms. */
const PATIENCE = { bytes: 1_000_000, wait: 1000 };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** An answer that does not wait for the end of its request's body ends the connection: what follows there is no request. */
export function afterBody(
  request: IncomingMessage,
  answered: Response | Promise<Response>,
): Response | Promise<Response> {
  return hasBody(request) ? closing(request, answered) : answered;
}

async function closing(request: IncomingMessage, answered: Response | Promise<Response>): Promise<Response> {
  const response = await answered;
  if (!(await restOfBody(request))) response.headers.set('Connection', 'close');
  return response;
}

/** Takes in what is left of the body and drops it. @returns whether it has ended, so that the connection can go on */
function restOfBody(request: IncomingMessage, { bytes, wait } = PATIENCE): Promise<boolean> {
  if (request.complete) return Promise.resolve(true);
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    let left = bytes;
    const settle = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', settle).off('close', settle).off('error', settle);
      resolve(request.complete);
    };
    const onData = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) settle();
      // A reader that has stopped reading holds the stream up.
      else request.resume();
    };
    const timer = setTimeout(settle, wait);
    request.on('data', onData).once('end', settle).once('close', settle).once('error', settle).resume();
  });
}
