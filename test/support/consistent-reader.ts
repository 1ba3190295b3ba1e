/** A client that compares answers with each other: all must be whole, and of one dataset. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** Between two comparisons: the processor is left to others. */
const PAUSE_MS = 20;

interface Item {
  id: number;
  occurred_at: string;
  magnitude: number;
  latitude: number;
  updated_at: string;
}

const summaryOf = ({ id, occurred_at, magnitude, latitude, updated_at }: Item): string =>
  JSON.stringify([id, occurred_at, magnitude, latitude, updated_at]);

export class ConsistentReader {
  /** Lists and details that were found equal, and the states that they were of. */
  compared = 0;
  readonly states = new Set<string>();
  /** Requests with a refused or interrupted connection, as while a gateway is killed. */
  unanswered = 0;
  readonly #urlOf: () => string;
  #isStopped = false;

  /** @param urlOf the gateway's present address */
  constructor(urlOf: () => string) {
    this.#urlOf = urlOf;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Until it is stopped. @throws AssertionError on the first wrong answer */
  async run(dice: () => number): Promise<void> {
    for (; !this.#isStopped; await wait(PAUSE_MS)) await this.compare(dice());
  }

  /** List, detail by id and by name, list: where both lists agree the details must. */
  async compare(chance: number): Promise<void> {
    const before = await this.#list();
    const item = before?.[Math.floor(chance * before.length)];
    const byId = item && (await this.#detail(`id=${item.id}`));
    const byName = byId && (await this.#detail(`date=${byId.occurred_at.slice(0, 10)}&slug=${byId.slug}`));
    const after = byName && (await this.#list())?.find(({ id }) => id === item!.id);
    if (!after || summaryOf(after) !== summaryOf(item!)) return;
    assert.equal(summaryOf(byId!), summaryOf(item!), 'the detail by id');
    assert.equal(summaryOf(byName), summaryOf(item!), 'the detail by name');
    this.compared += 1;
    this.states.add(summaryOf(item!));
  }

  async #list(): Promise<Item[] | undefined> {
    return (await this.#json<{ earthquakes: Item[] }>('/api.php?limit=1000'))?.earthquakes;
  }

  async #detail(query: string): Promise<(Item & { slug: string }) | undefined> {
    return (await this.#json<{ earthquake: Item & { slug: string } }>(`/deprem_api.php?${query}`))?.earthquake;
  }

  /** Undefined where no complete answer came. */
  async #json<T>(path: string): Promise<T | undefined> {
    const answer = await fetch(`${this.#urlOf()}${path}`)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (answer === undefined) {
      this.unanswered += 1;
      return undefined;
    }
    assert.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 200)}`);
    return JSON.parse(answer.text) as T;
  }
}
