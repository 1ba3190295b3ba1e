/** Addresses without slashes at their end. */
export function withoutLastSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** Path that a service lies at: links that its answers hold begin with it. */
export const basePathOf = (baseUrl: string): string => withoutLastSlashes(new URL(baseUrl).pathname);
