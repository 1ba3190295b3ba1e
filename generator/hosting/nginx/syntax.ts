/** Words of nginx's configuration. */

export const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
/** A pattern keeps its backslashes. */
export const pattern = (expression: string): string => `"${expression}"`;
export const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`);
export const block = (head: string, lines: string[]): string =>
  [`${head} {`, ...lines.map((line) => line.replace(/^(?=.)/gm, '  ')), '}'].join('\n');

/** Name of the variable with the value of a header. */
export const variableOf = (header: string): string => header.toLowerCase().replaceAll('-', '_');

export const NOTICE = '# Made by "npm run generate" of the program; docs/hosting.md says how it is used.';
