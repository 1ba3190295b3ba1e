/** Typed models of the answers, from the description of the API, in five languages. */
import { dart } from './dart.ts';
import { GO } from './go.ts';
import { kotlin } from './kotlin.ts';
import { type OpenApiDocument, typesOf } from './schema.ts';
import { SWIFT } from './swift.ts';
import { TYPESCRIPT } from './typescript.ts';
import { type Language, written } from './writing.ts';

const ABOUT = [
  'The answers of the earthquake API as types, made from its openapi.json.',
  'Unknown members are ignored and unknown words are kept, so that new ones break nothing. All times are UTC.',
];

/** Texts by path in `data/`. @throws Error for a schema that has no type in the five languages */
export function compileModels(document: OpenApiDocument): Record<string, string> {
  const types = typesOf(document);
  const words = new Set(types.filter(({ kind }) => kind === 'words').map(({ name }) => name));
  const isWords = (name: string): boolean => words.has(name);
  const languages: Language[] = [SWIFT, kotlin(isWords), dart(isWords), GO, TYPESCRIPT];
  return Object.fromEntries(languages.map((language) => [language.file, written(language, types, ABOUT)]));
}
