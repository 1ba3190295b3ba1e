/**
 * A value of a plain object that is its own. `table[word]` finds `constructor` and `__proto__` too, in every object:
 * the lint rule `local/own-lookups` allows it for numbers and for words that the compiler knows.
 */
export const ownValue = <Value>(table: Readonly<Record<string, Value>> | undefined, word: string): Value | undefined =>
  table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
