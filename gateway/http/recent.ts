/** The values of recent keys: a map that forgets the half that was not asked for lately when it is full. */
export class Recent<V> {
  readonly #half: number;
  #recent = new Map<string, V>();
  #former = new Map<string, V>();

  /** @param most entries */
  constructor(most: number) {
    this.#half = Math.ceil(most / 2);
  }

  get(key: string): V | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const former = this.#former.get(key);
    if (former !== undefined) this.set(key, former);
    return former;
  }

  set(key: string, value: V): void {
    if (this.#recent.size >= this.#half) [this.#recent, this.#former] = [new Map(), this.#recent];
    this.#recent.set(key, value);
  }
}
