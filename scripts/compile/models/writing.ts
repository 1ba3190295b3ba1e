/** What the five languages have in common: comments, names, and the order of a file. */
import type { Member, NamedType, ObjectType, Type, UnionType, WordsType } from './schema.ts';

const WIDTH = 110;

/** A language: how it writes each kind of type, and the file around them. */
export interface Language {
  /** In `data/` and `dist/`. */
  file: string;
  /** @param about lines that say what the file is */
  head(about: string[], types: readonly NamedType[]): string;
  object(type: ObjectType): string;
  words(type: WordsType): string;
  union(type: UnionType): string;
  /** What the types need. */
  foot: string;
}

/** Words that fit in lines. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Comment lines, each with a line break; none for no text. */
export const comment = (text: string, mark: string, indent = ''): string =>
  wrapped(text, WIDTH - indent.length - mark.length)
    .map((line) => `${indent}${mark} ${line}\n`)
    .join('');

/** As a comment in the form of Javadoc. */
export const blockComment = (text: string, indent = ''): string => {
  const lines = wrapped(text.replaceAll('*/', '* /'), WIDTH - indent.length - 6);
  if (lines.length < 2) return lines.map((line) => `${indent}/** ${line} */\n`).join('');
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
};

/** A type without a value is optional, whatever the reason. */
export const mayBeNothing = ({ isOptional, isNullable, type }: Member): boolean =>
  isOptional || isNullable || type.kind === 'any';

/** The names of members or words. @throws Error when two become the same */
export function namesOf(type: ObjectType | WordsType, nameOf: (name: string) => string): string[] {
  const own = (type.kind === 'words' ? type.words : type.members.map(({ name }) => name)).map(nameOf);
  const twice = own.find((name, index) => own.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two members of ${type.name} have the name ${twice}`);
  return own;
}

/** @param simple names of the plain types @param list, map around the name of another */
export const typeNamer =
  (
    simple: Record<'integer' | 'number' | 'text' | 'flag' | 'any', string>,
    list: (of: string) => string,
    map: (of: string) => string,
  ) =>
  (type: Type): string => {
    const name = (one: Type): string => {
      if (one.kind === 'named') return one.name;
      if (one.kind === 'list') return list(name(one.of));
      return one.kind === 'map' ? map(name(one.of)) : simple[one.kind];
    };
    return name(type);
  };

/** The whole file. */
export function written(language: Language, types: readonly NamedType[], about: string[]): string {
  const texts = types.map((type) => {
    if (type.kind === 'object') return language.object(type);
    return type.kind === 'words' ? language.words(type) : language.union(type);
  });
  return `${[language.head(about, types), ...texts, language.foot].filter(Boolean).join('\n')}`;
}
