/** A module that runs in a worker, or in the page where browsers cannot: it draws pictures off the main thread. */
import { base } from './dom.ts';

/** Workers have no address to begin from. @param path in `dist/` */
export const fileAt = (path: string): string => new URL(`${base()}/${path}`, location.href).href;

interface Reply {
  number: number;
  reply: unknown;
  failed?: true;
}

type Answer = (request: never) => Promise<unknown>;

/**
 * @param script path in `dist/` of a module that exports `answer`, and answers messages in a worker
 * @param place where it runs, if browsers can
 */
export function threadOf<T extends Answer>(script: string, place: 'worker' | 'page' = 'worker'): T {
  const address = fileAt(script);
  const inPage = async (request: never): Promise<unknown> => {
    const { answer } = (await import(address)) as { answer: T };
    return answer(request);
  };
  if (place === 'page' || typeof OffscreenCanvas === 'undefined') return inPage as T;
  const worker = new Worker(address, { type: 'module' });
  const waiting = new Map<number, (answered: Reply | undefined) => void>();
  let isBroken = false;
  let asked = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.number)?.(data);
    waiting.delete(data.number);
  });
  // Browsers without modules in workers cannot run it.
  worker.addEventListener('error', () => {
    isBroken = true;
    for (const settle of waiting.values()) settle(undefined);
    waiting.clear();
  });
  const inWorker = async (request: never): Promise<unknown> => {
    if (isBroken) return inPage(request);
    const answered = await new Promise<Reply | undefined>((settle) => {
      waiting.set((asked += 1), settle);
      worker.postMessage({ number: asked, request });
    });
    if (!answered) return inPage(request);
    if (answered.failed) throw new Error(`${script} failed`);
    return answered.reply;
  };
  return inWorker as T;
}
