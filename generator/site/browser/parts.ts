/** What the parts of the manifest say of the shards. A part is read once, while the manifest names it. */
import { verifiedText } from './requests.ts';

/** As far as pages read it. */
export interface ManifestJson {
  sequence: number;
  parts: { file: string; time: [first: string, last: string] }[];
}

export class Parts<Entry> {
  readonly #parse: (text: string) => Entry[];
  #held: ReadonlyMap<string, Entry[]> = new Map();

  constructor(parse: (text: string) => Entry[]) {
    this.#parse = parse;
  }

  /** Entries of some parts, by their paths; each band's oldest first, as the parts are. @throws Error without one */
  async entriesOf(paths: readonly string[]): Promise<Entry[]> {
    const held = this.#held;
    const read = async (path: string) => [path, held.get(path) ?? this.#parse(await verifiedText(path))] as const;
    this.#held = new Map(await Promise.all(paths.map(read)));
    return [...this.#held.values()].flat();
  }
}
