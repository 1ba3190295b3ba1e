/** TypeScript: types alone. */
import { MODELS } from '#core/paths.ts';
import type { Member, ObjectType, UnionType, WordsType } from './schema.ts';
import { blockComment, comment, type Language, typeNamer } from './writing.ts';

const typeName = typeNamer(
  { integer: 'number', number: 'number', text: 'string', flag: 'boolean', any: 'unknown' },
  (of) => `${of}[]`,
  (of) => `Record<string, ${of}>`,
);

const member = ({ name, type, isOptional, isNullable, doc }: Member): string => {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  return `${blockComment(doc, '  ')}  ${key}${isOptional ? '?' : ''}: ${typeName(type)}${isNullable ? ' | null' : ''};\n`;
};

const object = ({ name, doc, members }: ObjectType): string =>
  `${blockComment(doc)}export interface ${name} {\n${members.map(member).join('')}}\n`;

/** Words are offered, and others allowed. */
const words = ({ name, doc, words: all }: WordsType): string =>
  `${blockComment(doc)}export type ${name} =\n${all.map((word) => `  | ${JSON.stringify(word)}\n`).join('')}  | (string & {});\n`;

const union = ({ name, doc, alternatives }: UnionType): string =>
  `${blockComment(doc)}export type ${name} = ${alternatives.map((one) => one.name).join(' | ')};\n`;

export const TYPESCRIPT: Language = {
  file: MODELS.typescript,
  head: (about) => about.map((line) => comment(line, '//')).join(''),
  ...{ object, words, union },
  foot: '',
};
