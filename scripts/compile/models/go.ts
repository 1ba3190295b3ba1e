/** Go: structures for encoding/json. What may be left out or null is a pointer. */
import { MODELS } from '#core/paths.ts';
import { type Member, type ObjectType, pascalCase, type UnionType, type WordsType } from './schema.ts';
import { comment, type Language, mayBeNothing, namesOf, typeNamer } from './writing.ts';

/** Initialisms that Go writes in capitals. */
const nameOf = (name: string): string =>
  pascalCase(name).replaceAll(/(Id|Url|Utc|Doi)(?=[A-Z]|$)/g, (word) => word.toUpperCase());

const typeName = typeNamer(
  { integer: 'int64', number: 'float64', text: 'string', flag: 'bool', any: 'any' },
  (of) => `[]${of}`,
  (of) => `map[string]${of}`,
);

const isReference = ({ type }: Member): boolean => ['list', 'map', 'any'].includes(type.kind);

/** Names, types and tags in columns, as gofmt has them: comments between them begin new ones. */
function fieldsOf(type: ObjectType): string {
  const names = namesOf(type, nameOf);
  const rows = type.members.map((one, index) => ({
    doc: comment(one.doc, '//', '\t'),
    name: names[index]!,
    type: `${mayBeNothing(one) && !isReference(one) ? '*' : ''}${typeName(one.type)}`,
    tag: `\`json:"${one.name}${one.isOptional ? ',omitempty' : ''}"\``,
  }));
  const width = (from: number, part: 'name' | 'type'): number => {
    let first = from;
    while (first > 0 && rows[first]!.doc === '') first -= 1;
    let last = from;
    while (last + 1 < rows.length && rows[last + 1]!.doc === '') last += 1;
    return Math.max(...rows.slice(first, last + 1).map((row) => row[part].length));
  };
  return rows
    .map(
      (row, at) =>
        `${row.doc}\t${row.name.padEnd(width(at, 'name'))} ${row.type.padEnd(width(at, 'type'))} ${row.tag}\n`,
    )
    .join('');
}

const object = (type: ObjectType): string =>
  `${comment(type.doc && `${type.name}: ${type.doc}`, '//')}type ${type.name} struct {\n${fieldsOf(type)}}\n`;

function words(type: WordsType): string {
  const { name, doc, words: all } = type;
  const names = namesOf(type, (word) => `${name}${pascalCase(word)}`);
  const width = Math.max(...names.map((one) => one.length));
  const known = all.map((word, index) => `\t${names[index]!.padEnd(width)} ${name} = ${JSON.stringify(word)}\n`);
  return `${comment(doc && `${name}: ${doc}`, '//')}type ${name} string\n\nconst (\n${known.join('')})\n`;
}

function union({ name, alternatives }: UnionType): string {
  const width = Math.max(...alternatives.map((one) => one.name.length));
  const has = (mark: string): string => `members[${JSON.stringify(mark)}] != nil`;
  const reading = alternatives.map(
    (one) => `\tcase ${one.marks.map(has).join(' || ')}:\n\t\treturn json.Unmarshal(data, &one.${one.name})\n`,
  );
  const writing = alternatives.map(
    (one) => `\tcase one.${one.name} != nil:\n\t\treturn json.Marshal(one.${one.name})\n`,
  );
  return (
    `${comment(`${name} is one of them, or none: an object of a kind that did not exist when this was made.`, '//')}` +
    `type ${name} struct {\n${alternatives.map((one) => `\t${one.name.padEnd(width)} *${one.name}\n`).join('')}}\n\n` +
    `func (one *${name}) UnmarshalJSON(data []byte) error {\n\tvar members map[string]json.RawMessage\n` +
    `\tif err := json.Unmarshal(data, &members); err != nil {\n\t\treturn err\n\t}\n` +
    `\tswitch {\n${reading.join('')}\t}\n\treturn nil\n}\n\n` +
    `func (one ${name}) MarshalJSON() ([]byte, error) {\n\tswitch {\n${writing.join('')}\t}\n\treturn []byte("null"), nil\n}\n`
  );
}

export const GO: Language = {
  file: MODELS.go,
  head(about, types) {
    const needs = types.some(({ kind }) => kind === 'union') ? '\nimport "encoding/json"\n' : '';
    return `${about.map((line) => comment(line, '//')).join('')}\npackage hiposantr\n${needs}`;
  },
  ...{ object, words, union },
  foot: '',
};
