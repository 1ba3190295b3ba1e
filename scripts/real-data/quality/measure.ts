/** One figure of the table of data quality. */
export type Measure = [what: string, figure: string];

export const count = (what: string, items: readonly unknown[]): Measure => [what, String(items.length)];
