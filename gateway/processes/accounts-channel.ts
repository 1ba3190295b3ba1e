/** Account requests of the serving processes to the first process, which runs the only account app. */
import type { Worker } from 'node:cluster';
import { errorResponse, PendingRequests, WorkerExited, type WorkerResponse } from '#core/threads.ts';
import type { PlainRequest, PlainResponse } from '../accounts/accounts-thread.ts';
import type { RemoteAccounts } from '../accounts/start-accounts.ts';

interface AccountRequest {
  kind: 'account request';
  id: number;
  message: PlainRequest;
}

type AccountResponse = { kind: 'account response' } & WorkerResponse;

const isOfKind = <T extends { kind: string }>(message: unknown, kind: T['kind']): message is T =>
  (message as Partial<T> | null)?.kind === kind;

/** In the first process. Requests of a process that has ended are answered to nobody. */
export function answerAccountRequests(worker: Worker, accounts: Pick<RemoteAccounts, 'request'>): void {
  const respond = (response: WorkerResponse): void => {
    if (worker.isConnected()) worker.send({ kind: 'account response', ...response }, undefined, () => {});
  };
  worker.on('message', (request: unknown) => {
    if (!isOfKind<AccountRequest>(request, 'account request')) return;
    const { id, message } = request;
    accounts.request(message).then(
      (value) => respond({ id, value }),
      (error: Error) => respond(errorResponse(id, error)),
    );
  });
}

/** In a serving process. */
export function accountsOfFirstProcess(): RemoteAccounts {
  const pending = new PendingRequests<PlainResponse>();
  process.on('message', (response: unknown) => {
    if (isOfKind<AccountResponse>(response, 'account response')) pending.complete(response);
  });
  process.once('disconnect', () => pending.failAll(new WorkerExited()));
  return {
    start: async () => {},
    async request(message) {
      if (!process.connected) throw new WorkerExited();
      return pending.add((id) => process.send!({ kind: 'account request', id, message } satisfies AccountRequest));
    },
    close: async () => {},
  };
}
