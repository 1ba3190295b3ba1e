/** Arguments of a tool: the parameters of the endpoint that answers it, under the same names. */
import { formatDecimal, type Parameter } from '#core/parameter.ts';

export interface ToolInput {
  parameters: readonly Parameter<unknown>[];
  required?: readonly string[];
}

/** Rows of one answer: a model reads all of them. */
export const ROWS = { usual: 20, most: 100 };

/** JSON Schema. */
export const inputSchemaOf = ({ parameters, required = [] }: ToolInput) => ({
  type: 'object' as const,
  properties: Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
  required: [...required],
  additionalProperties: false,
});

/** What an assistant must change. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** The query of the endpoint, which reads the values. @throws ArgumentError */
export function queryOf({ parameters, required = [] }: ToolInput, input: unknown): URLSearchParams {
  const names = parameters.map(({ name }) => name);
  const takes = names.length === 0 ? 'There are no arguments.' : `The arguments are ${names.join(', ')}.`;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ArgumentError(`The arguments must be an object. ${takes}`);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (!names.includes(name)) throw new ArgumentError(`There is no argument "${name.slice(0, 60)}". ${takes}`);
    const text = textOf(name, value);
    if (text !== '') query.set(name, name === 'limit' ? limited(text) : text);
  }
  const missing = required.filter((name) => !query.has(name));
  if (missing.length > 0) throw new ArgumentError(`Missing: ${missing.join(', ')}. ${takes}`);
  return query;
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return formatDecimal(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  throw new ArgumentError(`${name} must be a text or a number.`);
}

/** What is no number is the endpoint's to refuse. */
const limited = (text: string): string => (Number(text) > ROWS.most ? String(ROWS.most) : text);
