/** When a page asks what is new: at regular times, and at once where the gateway's `/events` says so. */
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import * as clock from './clock.ts';
import { base } from './dom.ts';
import { recalled, remember } from './page-frame.ts';

const MESSAGES = ['created', 'revised', 'merged', 'withdrawn'];
/** Each stream counts as a request of the reader's address: no two open within this time. */
const FIRST_WAIT = MINUTE;
/** After a refusal, and at most after lost connections. */
const LONGEST_WAIT = HOUR;
/** Between requests, while a cache or another process answers what was published before. */
const LAGS = [1, 2, 4, 8].map((seconds) => seconds * SECOND);
/** An open stream makes polls so much rarer. They find what a silent connection has lost. */
const RARER = 3;

/** In the browser's storage, for all pages of the site. */
const REFUSED_AT = 'stream-refused';

interface Newest {
  every: number;
  /** Number of the last change that the page has. */
  known(): number;
  /** Asks for newer ones. Never rejects. */
  ask(): Promise<void>;
}

/** Only while the page is visible. A visit shorter than the first interval opens no stream. */
export function keepUpToDate({ every, known, ask }: Newest): void {
  let askedAt = -Infinity;
  const now = async (): Promise<void> => {
    askedAt = performance.now();
    await ask();
  };
  const stream = new Stream({ known, ask: now });
  const look = (): void => {
    if (document.hidden) return;
    stream.open();
    if (!stream.isOpen || performance.now() - askedAt > (RARER - 0.5) * every) void now();
  };
  setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
}

class Stream {
  isOpen = false;
  readonly #newest: Omit<Newest, 'every'>;
  #source: EventSource | undefined;
  /** Number of the last published change. */
  #published = 0;
  #isCatchingUp = false;
  /** By `performance.now()`. */
  #notBefore = 0;
  #wait = FIRST_WAIT;

  constructor(newest: Omit<Newest, 'every'>) {
    this.#newest = newest;
    document.addEventListener('visibilitychange', () => document.hidden && this.#close());
  }

  open(): void {
    const sinceRefusal = clock.now() - Number(recalled(REFUSED_AT) ?? 0);
    const isRefused = sinceRefusal >= 0 && sinceRefusal < LONGEST_WAIT;
    if (this.#source || isRefused || performance.now() < this.#notBefore || !navigator.onLine) return;
    this.#notBefore = performance.now() + FIRST_WAIT;
    const source = (this.#source = new EventSource(`${base()}/events`));
    source.addEventListener('open', () => {
      this.isOpen = true;
      void this.#newest.ask();
    });
    source.addEventListener('error', () => this.#fail(source));
    source.addEventListener('reset', () => void this.#newest.ask());
    for (const name of MESSAGES)
      source.addEventListener(name, ({ lastEventId }: MessageEvent) => void this.#catchUp(Number(lastEventId)));
  }

  /** The browser would connect again within seconds, for ever. */
  #fail(source: EventSource): void {
    if (this.#source !== source) return;
    if (source.readyState === EventSource.CLOSED) remember(REFUSED_AT, String(clock.now()));
    this.#close();
    this.#notBefore = performance.now() + this.#wait;
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    this.isOpen = false;
  }

  /** Messages that one answer covers make one request. */
  async #catchUp(published: number): Promise<void> {
    this.#published = published;
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    const { known, ask } = this.#newest;
    for (const lag of LAGS) {
      if (this.#published > known()) await ask();
      if (this.#published <= known()) break;
      await new Promise((resolve) => setTimeout(resolve, lag));
    }
    this.#isCatchingUp = false;
  }
}
