/** `:name` in SQL as the positional parameters of an engine, once for each statement. */

export interface PositionalSql {
  text: string;
  /** Of the values, in their order. */
  names: string[];
}

/** A cast (`::json`) is none. */
const PARAMETER = /(?<!:):([a-z]\w*)/gi;

/** `?`: a value for each place. */
export function questionMarks(sql: string): PositionalSql {
  const names = [...sql.matchAll(PARAMETER)].map(([, name]) => name!);
  return { text: sql.replace(PARAMETER, '?'), names };
}

/** `$1`: a value for each name. */
export function dollarNumbers(sql: string): PositionalSql {
  const names = [...new Set([...sql.matchAll(PARAMETER)].map(([, name]) => name!))];
  return { text: sql.replace(PARAMETER, (_, name: string) => `$${names.indexOf(name) + 1}`), names };
}
