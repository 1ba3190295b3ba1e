/** A client that compares answers with each other: all must be of one dataset, and none cut off. */
import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 100;

interface Item {
  id: number;
  occurred_at: string;
  magnitude: number;
  latitude: number;
  updated_at: string;
}

const summaryOf = ({ id, occurred_at, magnitude, latitude, updated_at }: Item): string =>
  JSON.stringify([id, occurred_at, magnitude, latitude, updated_at]);

export class Reader {
  /** Answers received whole. */
  answers = 0;
  /** Lists and details that were found equal. */
  compared = 0;
  /** Requests with a refused or interrupted connection, as while a gateway is killed. */
  unanswered = 0;
  readonly faults: string[] = [];
  readonly #urlOf: () => string;
  #stopped = false;

  /** @param urlOf the gateway's present address */
  constructor(urlOf: () => string) {
    this.#urlOf = urlOf;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** List, detail by id and by name, list: where both lists agree the details must. */
  async run(dice: () => number): Promise<void> {
    for (; !this.#stopped; await wait(PAUSE_MS)) await this.#round(dice());
  }

  async #round(chance: number): Promise<void> {
    const before = await this.#list();
    const item = before?.[Math.floor(chance * before.length)];
    const byId = item && (await this.#detail(`id=${item.id}`));
    const byName = byId && (await this.#detail(`date=${byId.occurred_at.slice(0, 10)}&slug=${byId.slug}`));
    const after = byName && (await this.#list())?.find(({ id }) => id === item!.id);
    if (!after || summaryOf(after) !== summaryOf(item!)) return;
    for (const [name, detail] of Object.entries({ byId, byName }))
      if (summaryOf(detail!) !== summaryOf(item!))
        this.faults.push(`${name} of ${item!.id} is not of the list's dataset`);
    this.compared += 1;
  }

  async #list(): Promise<Item[] | undefined> {
    return (await this.#json<{ earthquakes: Item[] }>('/api.php?limit=1000'))?.earthquakes;
  }

  async #detail(query: string): Promise<(Item & { slug: string }) | undefined> {
    return (await this.#json<{ earthquake: Item & { slug: string } }>(`/deprem_api.php?${query}`))?.earthquake;
  }

  /** Undefined where no complete answer came; every complete one must be 200 and whole JSON. */
  async #json<T>(path: string): Promise<T | undefined> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${this.#urlOf()}${path}`);
      status = response.status;
      text = await response.text();
    } catch {
      this.unanswered += 1;
      return undefined;
    }
    this.answers += 1;
    try {
      if (status === 200) return JSON.parse(text) as T;
      this.faults.push(`${path}: ${status} ${text.slice(0, 200)}`);
    } catch {
      this.faults.push(`${path}: torn after ${text.length} characters`);
    }
    return undefined;
  }
}
