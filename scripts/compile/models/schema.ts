/** The types that an OpenAPI 3.1 document describes, as typed languages need them: every object and word list named. */

export type Type =
  | { kind: 'integer' | 'number' | 'text' | 'flag' | 'any' }
  | { kind: 'list' | 'map'; of: Type }
  | { kind: 'named'; name: string };

export interface Member {
  /** In JSON. */
  name: string;
  type: Type;
  /** It may be left out. */
  isOptional: boolean;
  /** It may be null. */
  isNullable: boolean;
  doc: string;
}

export interface ObjectType {
  kind: 'object';
  name: string;
  doc: string;
  members: Member[];
}

/** Texts of which the usual ones are known. */
export interface WordsType {
  kind: 'words';
  name: string;
  doc: string;
  words: string[];
}

/** One of some objects. */
export interface UnionType {
  kind: 'union';
  name: string;
  doc: string;
  /** `marks`: an object that has any of these members is it. */
  alternatives: { name: string; marks: string[] }[];
}

export type NamedType = ObjectType | WordsType | UnionType;

interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

export interface OpenApiDocument {
  components: { schemas: Record<string, Schema> };
}

/** Names that a language, or what its programs always import, has for something else. */
const TAKEN = new Set(
  (
    'Any Array Bool Boolean Byte Char Character Class Comparable Data Date Decimal Double Duration Enum Error Exception ' +
    'Float Function Future Int Integer Iterable Iterator List Long Map Never Nothing Null Number Object Optional Pair ' +
    'Promise Protocol Record Result Self Set Short String Symbol Type Uint8Array Unit Uri Void'
  ).split(' '),
);

/** `date_precision` → `datePrecision`; a leading digit or underscore is no name anywhere. */
export const camelCase = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, next: string, at: number) =>
    at === 0 ? next : next.toUpperCase(),
  );
  return /^\d/.test(plain) ? `n${plain}` : plain.replace(/^[A-Z]/, (first) => first.toLowerCase());
};
export const pascalCase = (name: string): string => camelCase(name).replace(/^[a-z]/, (first) => first.toUpperCase());

/** The body of an answer says so in its name: a `List` would be something else. */
function typeName(name: string, { properties }: Schema): string {
  const own = pascalCase(name);
  if (typeof properties?.['status']?.const === 'string') return `${own}Answer`;
  return TAKEN.has(own) ? `${own}Model` : own;
}

const KINDS = { integer: 'integer', number: 'number', string: 'text', boolean: 'flag' } as const;

/** Reads the components of a document. @throws Error for a schema that has no type in the five languages */
class Reader {
  readonly types = new Map<string, NamedType>();
  readonly #components: Record<string, Schema>;

  constructor({ components }: OpenApiDocument) {
    this.#components = components.schemas;
  }

  /** A list is no type of its own: what it has is. */
  root(name: string): void {
    const schema = this.#components[name];
    if (schema?.type === 'array') this.#type(schema, name);
    else this.component(name);
  }

  /** The name of a component, after it was read. */
  component(name: string): string {
    const schema = this.#components[name];
    if (!schema) throw new Error(`there is no schema ${name}`);
    const own = typeName(name, schema);
    if (!this.types.has(own)) this.#named(own, schema);
    return own;
  }

  #add(type: NamedType): Type {
    const { name } = type;
    const known = this.types.get(name);
    // Descriptions may differ from place to place.
    const content = (one: NamedType): string => JSON.stringify({ ...one, doc: '' });
    if (known && content(known) !== content(type)) throw new Error(`two types have the name ${name}`);
    if (!known) this.types.set(name, type);
    return { kind: 'named', name };
  }

  #named(name: string, schema: Schema): Type {
    const { description: doc = '', oneOf, anyOf } = schema;
    const alternatives = oneOf ?? anyOf;
    if (alternatives?.every(({ $ref }) => $ref !== undefined)) return this.#union(name, doc, alternatives);
    return this.#object(name, alternatives ? merged(alternatives) : schema);
  }

  #object(name: string, { properties, required = [], description: doc = '' }: Schema): Type {
    if (!properties) throw new Error(`${name} is no object with members`);
    const members = Object.entries(properties).map(([member, schema]) => ({
      name: member,
      type: this.#type(schema, `${name}${pascalCase(member)}`),
      isOptional: !required.includes(member),
      isNullable: isNullable(schema),
      doc: docOf(schema),
    }));
    return this.#add({ kind: 'object', name, doc, members });
  }

  #union(name: string, doc: string, alternatives: Schema[]): Type {
    const names = alternatives.map(({ $ref = '' }) => this.component($ref.split('/').at(-1)!));
    const objects = names.map((one) => this.types.get(one));
    const marks = objects.map((one) => {
      if (one?.kind !== 'object') throw new Error(`${name} has an alternative that is no object`);
      const others = objects.flatMap((other) => (other?.kind === 'object' && other !== one ? other.members : []));
      const own = one.members.filter((member) => !others.some((other) => other.name === member.name));
      const always = own.find(({ isOptional }) => !isOptional);
      if (own.length === 0) throw new Error(`nothing marks ${one.name} as an alternative of ${name}`);
      return always ? [always.name] : own.map((member) => member.name);
    });
    return this.#add({
      ...{ kind: 'union', name, doc },
      alternatives: names.map((one, index) => ({ name: one, marks: marks[index]! })),
    });
  }

  /** @param name for what has no title */
  #type(schema: Schema, name: string): Type {
    const { $ref, title, items, properties, additionalProperties, oneOf, anyOf } = schema;
    if ($ref !== undefined) return { kind: 'named', name: this.component($ref.split('/').at(-1)!) };
    const alternatives = oneOf ?? anyOf;
    if (alternatives) return this.#named(title ?? unionName(alternatives) ?? name, schema);
    const type = [schema.type ?? []].flat().find((one) => one !== 'null');
    if (schema.enum) {
      const words = schema.enum.filter((one): one is string => typeof one === 'string');
      return this.#add({ kind: 'words', name: typeName(title ?? name, {}), doc: '', words });
    }
    if (properties) return this.#object(typeName(title ?? name, {}), { ...schema, description: '' });
    if (type === 'array') return { kind: 'list', of: items ? this.#type(items, singular(name)) : { kind: 'any' } };
    if (typeof additionalProperties === 'object')
      return { kind: 'map', of: this.#type(additionalProperties, singular(name)) };
    return { kind: KINDS[type as keyof typeof KINDS] ?? 'any' };
  }
}

const singular = (name: string): string => name.replace(/s$/, '');

const isNullable = ({ type, ...schema }: Schema): boolean =>
  [type ?? []].flat().includes('null') ||
  (type === undefined && Object.keys(schema).every((key) => key === 'description'));

/** `Earthquake` and `Tombstone` → `EarthquakeOrTombstone`; undefined for alternatives without names. */
const unionName = (alternatives: Schema[]): string | undefined => {
  const names = alternatives.map(({ $ref }) => $ref?.split('/').at(-1));
  return names.includes(undefined) ? undefined : names.join('Or');
};

/** What a member says, with its constant. */
function docOf({ description = '', const: constant, items }: Schema): string {
  const always = typeof constant === 'string' ? `Always \`${constant}\`.` : '';
  return [description || (items?.description ?? ''), always].filter(Boolean).join(' ');
}

/** Objects without names as one with the members of all. */
const merged = (alternatives: Schema[]): Schema => ({
  properties: Object.assign({}, ...alternatives.map(({ properties }) => properties)) as Record<string, Schema>,
  required: (alternatives[0]?.required ?? []).filter((name) =>
    alternatives.every(({ required = [] }) => required.includes(name)),
  ),
});

/** Every type of the document, by name. @throws Error naming the schema that cannot be typed */
export function typesOf(document: OpenApiDocument): NamedType[] {
  const reader = new Reader(document);
  for (const name of Object.keys(document.components.schemas)) reader.root(name);
  return [...reader.types.values()];
}
