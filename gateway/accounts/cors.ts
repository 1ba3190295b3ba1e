/** Removes CORS headers: responses that depend on a cookie must not be readable by other sites. */
import type { MiddlewareHandler } from 'hono';

export const withoutCors: MiddlewareHandler = async (c, next) => {
  await next();
  for (const name of [...c.res.headers.keys()]) if (name.startsWith('access-control-')) c.res.headers.delete(name);
};
