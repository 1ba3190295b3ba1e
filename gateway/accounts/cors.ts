/** Answers of accounts go by a cookie, so that no other site's page may read them: they carry no CORS headers, the gateway's own errors among them neither. */
import type { MiddlewareHandler } from 'hono';

export const withoutCors: MiddlewareHandler = async (c, next) => {
  await next();
  for (const name of [...c.res.headers.keys()]) if (name.startsWith('access-control-')) c.res.headers.delete(name);
};
