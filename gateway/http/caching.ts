/** `Cache-Control` by kind of response and by status of errors. */
import { CACHE_CONTROL, type Caching } from '#core/headers.ts';

export { type Caching, errorCacheControl } from '#core/headers.ts';

/** @param personal whether the response is specific to a key, as those of counted endpoints are */
export const cacheControl = (caching: Caching, personal: boolean): string =>
  personal ? 'private, max-age=60' : CACHE_CONTROL[caching];
