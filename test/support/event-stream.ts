/** Reads Server-Sent Events as the HTML standard says, within a bound of bytes and of time. */
export interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/** More than any test sends. */
const MOST_BYTES = 20e6;
/** Chunks without an event. */
const MOST_CHUNKS = 200;
/** Longest silence, in ms. */
const PATIENCE = 20_000;

export class EventReader {
  /** Last event id, also that of blocks without data. */
  lastId = '';
  retry = '';
  comments = 0;
  /** Received and not yet taken. */
  readonly events: StreamEvent[] = [];
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  #bytes = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Reads one more chunk. @returns false at the end @throws Error after a long silence or too many bytes */
  async advance(): Promise<boolean> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('the stream is silent')), PATIENCE);
    try {
      const { done, value } = await Promise.race([this.#reader.read(), silence]);
      if (done) return false;
      this.#bytes += value.byteLength;
      if (this.#bytes > MOST_BYTES) throw new Error('the stream does not end');
      this.#text += this.#decoder.decode(value, { stream: true });
    } finally {
      clearTimeout(timer);
    }
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop()!;
    for (const block of blocks) this.#take(block);
    return true;
  }

  /** The next event; undefined at the end of the stream. @throws Error after too many chunks without one */
  async next(): Promise<StreamEvent | undefined> {
    for (let chunks = 0; this.events.length === 0; chunks += 1) {
      if (chunks > MOST_CHUNKS) throw new Error(`no event after ${this.lastId}`);
      if (!(await this.advance())) return undefined;
    }
    return this.events.shift();
  }

  /** Reads until the stream has come to a number of the log. @returns the events until there */
  async until(sequence: number): Promise<StreamEvent[]> {
    while (this.lastId === '' || Number(this.lastId) < sequence) if (!(await this.advance())) break;
    return this.events.splice(0);
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
  }

  #take(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments += 1;
      const [, name, value] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
      if (name !== undefined) fields.set(name, value!);
    }
    this.lastId = fields.get('id') ?? this.lastId;
    this.retry = fields.get('retry') ?? this.retry;
    const data = fields.get('data');
    if (data !== undefined) this.events.push({ id: this.lastId, event: fields.get('event') ?? 'message', data });
  }
}
