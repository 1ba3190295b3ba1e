/** A Cloudflare Worker with `dist/` as its static assets. */
import { answer } from './answer.ts';
import { forward } from './gateway.ts';
import type { KeptAnswers } from './platform.ts';

interface Bindings {
  ASSETS: { fetch(request: Request): Promise<Response> };
  /** Address of the gateway, without a slash at its end. */
  GATEWAY_URL: string;
}

interface Execution {
  waitUntil(work: Promise<unknown>): void;
}

const cacheOfNetwork = (): KeptAnswers | undefined =>
  (globalThis as { caches?: { default?: KeptAnswers } }).caches?.default;

export default {
  fetch: (request: Request, { ASSETS, GATEWAY_URL }: Bindings, execution: Execution): Promise<Response> =>
    answer(request, {
      async file(path) {
        // By the other name of a page the assets redirect (html_handling).
        const address = path.replace(/(?:(^|\/)index)?\.html$/, '$1');
        const response = await ASSETS.fetch(new Request(new URL(`/${address}`, request.url)));
        return response.status === 200 ? response : undefined;
      },
      gateway: (asked) => forward(asked, GATEWAY_URL, request.headers.get('CF-Connecting-IP')),
      kept: cacheOfNetwork(),
      waitUntil: (work) => execution.waitUntil(work),
    }),
};
