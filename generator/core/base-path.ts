/** Path that a service lies at, without a slash at its end: links that its answers hold begin with it. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '');
