/** The limit of a cache in entries; as `max` it would allocate the memory of all of them at once. */
export const entryLimit = (entries: number) => ({ maxSize: entries, sizeCalculation: (): number => 1 });
