/** The normal form of an http or https address of at most 500 characters; null for anything else. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 500 || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
