/** A Netlify edge function in front of `dist/`. */
import { answer } from './answer.ts';
import { forward } from './gateway.ts';

interface Context {
  ip: string;
  waitUntil?(work: Promise<unknown>): void;
}

interface NetlifyGlobal {
  Netlify: { env: { get(name: string): string | undefined } };
}

/** Marks this function's own requests for files, which would reach it again. */
const OWN_REQUEST = 'X-Static-File';

export default async (request: Request, context: Context): Promise<Response | undefined> => {
  if (request.headers.has(OWN_REQUEST)) return undefined;
  return answer(request, {
    async file(path) {
      const response = await fetch(new URL(`/${path}`, request.url), { headers: { [OWN_REQUEST]: '1' } });
      return response.status === 200 ? response : undefined;
    },
    gateway(asked) {
      const address = (globalThis as unknown as NetlifyGlobal).Netlify.env.get('GATEWAY_URL') ?? '';
      return forward(asked, address, context.ip);
    },
    waitUntil: (work) => context.waitUntil?.(work),
  });
};

export const config = { path: '/*' };
