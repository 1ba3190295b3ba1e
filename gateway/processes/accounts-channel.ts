/** Account requests of the serving processes to the first process, which runs the only account app. */
import type { Worker } from 'node:cluster';
import type { PlainRequest, PlainResponse } from '../accounts/accounts-thread.ts';
import type { RemoteAccounts } from '../accounts/start-accounts.ts';
import { WorkerBusy, WorkerExited } from '../accounts/thread/worker-client.ts';

interface AccountRequest {
  kind: 'account request';
  id: number;
  message: PlainRequest;
}

type AccountResponse = { kind: 'account response'; id: number } & (
  { response: PlainResponse } | { error: { name: string; message: string } }
);

const isOfKind = <T extends { kind: string }>(message: unknown, kind: T['kind']): message is T =>
  (message as Partial<T> | null)?.kind === kind;

/** In the first process. Requests of a process that has ended are answered to nobody. */
export function answerAccountRequests(worker: Worker, accounts: Pick<RemoteAccounts, 'request'>): void {
  const respond = (response: AccountResponse): void => {
    if (worker.isConnected()) worker.send(response, undefined, () => {});
  };
  worker.on('message', (request: unknown) => {
    if (!isOfKind<AccountRequest>(request, 'account request')) return;
    const { id, message } = request;
    accounts.request(message).then(
      (response) => respond({ kind: 'account response', id, response }),
      ({ name, message: text }: Error) => respond({ kind: 'account response', id, error: { name, message: text } }),
    );
  });
}

/** In a serving process. */
export function accountsOfFirstProcess(channel: NodeJS.Process = process): RemoteAccounts {
  const pending = new Map<number, PromiseWithResolvers<PlainResponse>>();
  let lastId = 0;
  channel.on('message', (response: unknown) => {
    if (!isOfKind<AccountResponse>(response, 'account response')) return;
    const request = pending.get(response.id);
    pending.delete(response.id);
    if ('response' in response) request?.resolve(response.response);
    else request?.reject(errorOf(response.error));
  });
  channel.once('disconnect', () => {
    for (const { reject } of pending.values()) reject(new WorkerExited());
    pending.clear();
  });
  return {
    ready: Promise.resolve(),
    request(message) {
      if (!channel.connected) return Promise.reject(new WorkerExited());
      const request = Promise.withResolvers<PlainResponse>();
      pending.set((lastId += 1), request);
      channel.send!({ kind: 'account request', id: lastId, message } satisfies AccountRequest);
      return request.promise;
    },
    close: async () => {},
  };
}

function errorOf({ name, message }: { name: string; message: string }): Error {
  if (name === 'WorkerBusy') return new WorkerBusy();
  return name === 'WorkerExited' ? new WorkerExited() : new Error(message);
}
