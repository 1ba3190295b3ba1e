/** What a query parameter is: one value that parses it, describes it, and can be written into the OpenAPI document. */
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import { told } from '../http/redaction.ts';

/** Why a text is not a value of the parameter: completes the sentence "limit must be …". */
export class Refused {
  readonly rule: string;
  constructor(rule: string) {
    this.rule = rule;
  }
}

export interface Parameter<T> {
  name: string;
  description: string;
  /** JSON Schema of the value as OpenAPI 3.1 wants it. */
  schema: Readonly<Record<string, unknown>>;
  /** @param text decoded and not empty */
  parse(text: string): T | Refused;
}

/**
 * The value of a parameter; undefined when it is absent.
 * @throws GatewayError that names the parameter, the rule and the value seen
 */
export function valueOf<T>(parameters: RawParameters, parameter: Parameter<T>): T | undefined {
  const text = parameters.get(parameter.name);
  if (text === undefined) return undefined;
  const value = parameter.parse(text);
  if (!(value instanceof Refused)) return value;
  throw invalid(parameter.name, `${parameter.name} must be ${value.rule}; "${told(text)}" is not.`);
}

/** Digits after the point that programs print: 0.1 + 0.2 is 0.30000000000000004. */
export const MAX_DECIMALS = 17;
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,17})?$/;

interface DecimalOptions {
  description: string;
  /** Inclusive. */
  minimum?: number;
  /** Inclusive. */
  maximum?: number;
}

/** A plain decimal number in ASCII digits: no exponent, no plus sign. */
export function decimalParameter(
  name: string,
  { description, minimum = -Infinity, maximum = Infinity }: DecimalOptions,
): Parameter<number> {
  const bounds = [
    ...(minimum === -Infinity ? [] : [`at least ${minimum}`]),
    ...(maximum === Infinity ? [] : [`at most ${maximum}`]),
  ];
  const rule = ['a plain decimal number such as 4.5', ...bounds].join(', ');
  return {
    name,
    description,
    schema: {
      type: 'number',
      ...(minimum === -Infinity ? {} : { minimum }),
      ...(maximum === Infinity ? {} : { maximum }),
    },
    parse(text) {
      const value = DECIMAL.test(text) ? Number(text) : NaN;
      // Adding 0 turns -0 into 0.
      return value >= minimum && value <= maximum ? value + 0 : new Refused(rule);
    },
  };
}

/** One of a list of names, in any case, with or without Turkish letters. */
export const names = (allowed: readonly string[]): string => allowed.join(', ');
