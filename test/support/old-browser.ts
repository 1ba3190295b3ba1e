/** Built-in functions that browsers of spring 2023 lack, the oldest that the pages are for. */
export const AS_IN_2023 = `{
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const lacking = [
    [Map, 'groupBy'], [Object, 'groupBy'], [Array, 'fromAsync'], [AbortSignal, 'any'], [RegExp, 'escape'],
    [Promise, 'try', 'withResolvers'], [URL, 'canParse', 'parse'], [Uint8Array, 'fromBase64', 'fromHex'],
    [Map.prototype, 'getOrInsert', 'getOrInsertComputed'], [WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed'],
    [Set.prototype, 'difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'union'],
    [iterators, 'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
    [globalThis, 'Iterator', 'Temporal'],
  ];
  for (const [owner, ...names] of lacking) for (const name of names) delete owner[name];
}`;
