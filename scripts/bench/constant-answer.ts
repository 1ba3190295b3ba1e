/** An answer of ours, for a server that sends nothing else. */
export interface ConstantAnswer {
  /** Names and values in turn. */
  headers: string[];
  notModified: string[];
  tag: string;
  body: string;
}

/** What Node adds itself. */
const OWN = ['connection', 'date', 'keep-alive'];

const flat = ({ headers }: Response): string[] => [...headers].filter(([name]) => !OWN.includes(name)).flat();

export async function constantAnswer(url: string): Promise<ConstantAnswer> {
  // fetch would accept, and decode, a compressed body.
  const plain = { 'Accept-Encoding': 'identity' };
  const response = await fetch(url, { headers: plain });
  const tag = response.headers.get('etag')!;
  const notModified = await fetch(url, { headers: { ...plain, 'If-None-Match': tag } });
  if (response.status !== 200 || notModified.status !== 304) throw new Error(`${url}: ${response.status}`);
  return { headers: flat(response), notModified: flat(notModified), tag, body: await response.text() };
}
