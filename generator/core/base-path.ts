/** Path that a service lies at, without a slash at its end: links that its answers hold begin with it. */
export function basePathOf(baseUrl: string): string {
  const { pathname } = new URL(baseUrl);
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}
