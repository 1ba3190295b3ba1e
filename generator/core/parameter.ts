/** A query parameter: how its text is read, and what a description of the API says about it. */
import type { Agency } from './agencies.ts';
import { fold } from './text.ts';

/** Why a text is not a value of the parameter: completes the sentence "limit must be …". */
export class Refused {
  readonly rule: string;
  constructor(rule: string) {
    this.rule = rule;
  }

  sentence = (name: string, text: string): string => `${name} must be ${this.rule}; "${text}" is not.`;
}

export interface Parameter<T> {
  name: string;
  /** One line, units included. */
  description: string;
  /** JSON Schema of the value as OpenAPI 3.1 wants it. */
  schema: Readonly<Record<string, unknown>>;
  /** @param text decoded and not empty @param agencies that answers may name; the usual ones by default */
  parse(text: string, agencies?: readonly Agency[]): T | Refused;
}

/** Parameters that are valid one by one, but not together. */
export class ParameterError extends Error {
  override name = 'ParameterError';
  readonly parameter: string;
  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

interface WordOptions<W extends string> {
  description: string;
  /** What each of the words is. */
  noun?: string;
  default?: W;
}

/** One of some words, in any case. */
export const wordParameter = <W extends string>(
  name: string,
  words: readonly W[],
  { description, noun, ...usual }: WordOptions<W>,
): Parameter<W> => ({
  name,
  description,
  schema: { type: 'string', enum: words, ...usual },
  parse(text) {
    const folded = fold(text);
    const names = words.join(', ');
    return words.find((word) => word === folded) ?? new Refused(noun ? `${noun} (${names})` : `one of ${names}`);
  },
});

/** Fraction digits that programs print: 0.1 + 0.2 is 0.30000000000000004. */
const MAX_DECIMALS = 17;
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,17})?$/;

interface DecimalOptions {
  description: string;
  /** Texts that are numbers. */
  pattern?: RegExp;
  /** Inclusive. */
  minimum?: number | undefined;
  /** Inclusive. */
  maximum?: number | undefined;
}

/** A plain decimal number in ASCII digits: no exponent, no plus sign. */
export function decimalParameter(
  name: string,
  { description, pattern = DECIMAL, minimum = -Infinity, maximum = Infinity }: DecimalOptions,
): Parameter<number> {
  const limits = [
    ...(minimum === -Infinity ? [] : [`at least ${minimum}`]),
    ...(maximum === Infinity ? [] : [`at most ${maximum}`]),
  ];
  const rule = ['a plain decimal number such as 4.5', ...limits].join(', ');
  return {
    name,
    description,
    schema: {
      type: 'number',
      ...(minimum === -Infinity ? {} : { minimum }),
      ...(maximum === Infinity ? {} : { maximum }),
    },
    parse(text) {
      const value = pattern.test(text) ? Number(text) : NaN;
      // Adding 0 turns -0 into 0.
      return Number.isFinite(value) && value >= minimum && value <= maximum ? value + 0 : new Refused(rule);
    },
  };
}

/** The shortest form of a number that {@link decimalParameter} reads back: `0.0000001`, not `1e-7`. */
export function formatDecimal(value: number): string {
  const text = String(value);
  // oxlint-disable-next-line redos/no-vulnerable, regexp/no-super-linear-move -- at most 40 characters
  return text.includes('e') ? value.toFixed(MAX_DECIMALS).replace(/\.?0+$/, '') : text;
}

export const DAY_RULE = 'an existing day written YYYY-MM-DD';
export const DAY_SCHEMA = { type: 'string', format: 'date' };
