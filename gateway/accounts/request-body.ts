/** Request bodies: a JSON object or a form of at most 64 KiB, as fields. */
import type { Context } from 'hono';
import { formatDecimal } from '#core/parameter.ts';
import { invalid } from '../http/errors.ts';
import { MAX_BODY_BYTES } from './paths.ts';
import { isEmailAddress, normalAddress } from '../http/email-address.ts';
import { Problem } from './problems.ts';

export interface Fields {
  /** Whether the body is a form, so that the response is a page. */
  form: boolean;
  names: readonly string[];
  /** The text of a field; '' when it is absent. @throws Problem when it is not text, or longer than 1,000 characters */
  text(name: string): string;
  /** A text or a number as text; '' for null, undefined when it is absent. @throws Problem for anything else */
  value(name: string): string | undefined;
  /** A flag; undefined when it is absent. @throws Problem when it is neither true nor false */
  flag(name: string): boolean | undefined;
}

const MAX_FIELD_LENGTH = 1000;
const FORM = 'application/x-www-form-urlencoded';
const JSON_BODY = 'application/json';

export const isForm = (c: Context): boolean => mediaType(c) === FORM;

const mediaType = (c: Context): string => (c.req.header('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase();

/**
 * @param limit bytes. @throws Problem as soon as it is exceeded
 */
export async function readBody(c: Context, limit: number): Promise<Buffer> {
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw new Problem('too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > limit) throw new Problem('too_large');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/** @throws Problem when the body is neither; an empty body has no fields */
export async function readFields(c: Context): Promise<Fields> {
  const bytes = await readBody(c, MAX_BODY_BYTES);
  const type = mediaType(c);
  if (bytes.byteLength === 0) return createFields({}, type === FORM);
  const text = decoded(bytes);
  if (type === FORM) return createFields(Object.fromEntries([...new URLSearchParams(text)].toReversed()), true);
  if (type !== JSON_BODY) throw new Problem('bad_body');
  return createFields(jsonObject(text), false);
}

/**
 * Texts and numbers of a rule; null removes a field.
 * @param known names
 * @throws GatewayError 400 for others in JSON: a rule with a misspelt field would be without it
 */
export function knownFields(fields: Fields, known: readonly string[]): (name: string) => string | undefined {
  const unknown = fields.form ? undefined : fields.names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalid(unknown.slice(0, 60), `There is no such field. The fields are ${known.join(', ')}.`);
  return (name) => fields.value(name);
}

/** The field `email`, in its one form. @throws Problem */
export function emailOf({ text }: Pick<Fields, 'text'>): string {
  const address = normalAddress(text('email'));
  if (!isEmailAddress(address)) throw new Problem('bad_email');
  return address;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('bad_body');
  }
}

function jsonObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('bad_body');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('bad_body');
  return value;
}

function createFields(values: object, form: boolean): Fields {
  const fields = new Map<string, unknown>(Object.entries(values));
  const checked = (name: string, value: unknown): string => {
    // A lone surrogate could not be stored unchanged.
    const valid = typeof value === 'string' && value.length <= MAX_FIELD_LENGTH && value.isWellFormed();
    if (!valid || value.includes('\0')) throw new Problem('bad_request', { parameter: name });
    return value;
  };
  return {
    form,
    names: [...fields.keys()],
    text: (name) => checked(name, fields.get(name) ?? ''),
    value(name) {
      const value = fields.get(name);
      if (value === undefined) return undefined;
      return checked(name, typeof value === 'number' ? formatDecimal(value) : (value ?? '')).trim();
    },
    flag(name) {
      const value = fields.get(name);
      if (value === undefined || typeof value === 'boolean') return value;
      throw new Problem('bad_request', { parameter: name });
    },
  };
}
