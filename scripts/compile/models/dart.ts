/** Dart: classes that read what `jsonDecode` gives. Words are classes around their text. */
import { MODELS } from '#core/paths.ts';
import { camelCase, type ObjectType, type Type, type UnionType, type WordsType } from './schema.ts';
import { comment, type Language, mayBeNothing, namesOf, typeNamer } from './writing.ts';

const KEYWORDS = new Set(
  (
    'assert break case catch class const continue default do else enum extends false final finally for if in is new ' +
    'null rethrow return super switch this throw true try var void while with'
  ).split(' '),
);
/** Members that every type has. */
const OWN = new Set(['hashCode', 'toString', 'runtimeType', 'noSuchMethod', 'fromJson']);

/** Dart has no quotation of names. */
const nameOf = (name: string): string => {
  const own = camelCase(name);
  return KEYWORDS.has(own) || OWN.has(own) ? `${own}_` : own;
};

const typeName = typeNamer(
  { integer: 'int', number: 'double', text: 'String', flag: 'bool', any: 'Object' },
  (of) => `List<${of}>`,
  (of) => `Map<String, ${of}>`,
);

/** An expression for the value that an expression has in JSON. */
function read(type: Type, json: string, isWords: (name: string) => boolean): string {
  const item = (of: Type, name: string): string => read(of, name, isWords);
  if (type.kind === 'list') return `[for (final one in ${json} as List) ${item(type.of, 'one')}]`;
  if (type.kind === 'map')
    return `(${json} as Map<String, dynamic>).map((name, one) => MapEntry(name, ${item(type.of, 'one')}))`;
  if (type.kind === 'named')
    return isWords(type.name)
      ? `${type.name}(${json} as String)`
      : `${type.name}.fromJson(${json} as Map<String, dynamic>)`;
  if (type.kind === 'integer') return `(${json} as num).toInt()`;
  if (type.kind === 'number') return `(${json} as num).toDouble()`;
  return `${json} as ${typeName(type)}`;
}

const objectWith =
  (isWords: (name: string) => boolean) =>
  (type: ObjectType): string => {
    const { name, doc, members } = type;
    const names = namesOf(type, nameOf);
    const fields = members.map(
      (one, index) =>
        `${comment(one.doc, '///', '  ')}  final ${typeName(one.type)}${mayBeNothing(one) ? '?' : ''} ${names[index]};\n`,
    );
    const values = members.map((one, index) => {
      const json = `json['${one.name}']`;
      const value = read(one.type, json, isWords);
      return `        ${names[index]} = ${mayBeNothing(one) ? `${json} == null ? null : ${value}` : value}`;
    });
    return (
      `${comment(doc, '///')}class ${name} {\n${fields.join('')}\n` +
      `  ${name}.fromJson(Map<String, dynamic> json)\n      :\n${values.join(',\n')};\n}\n`
    );
  };

function words(type: WordsType): string {
  const { name, doc, words: all } = type;
  const names = namesOf(type, (word) => (word === 'value' ? 'value_' : nameOf(word)));
  const known = all.map((word, index) => `  static const ${names[index]} = ${name}('${word}');\n`);
  return (
    `${comment(doc, '///')}class ${name} {\n  final String value;\n  const ${name}(this.value);\n\n${known.join('')}\n` +
    `  @override\n  bool operator ==(Object other) => other is ${name} && other.value == value;\n` +
    `  @override\n  int get hashCode => value.hashCode;\n  @override\n  String toString() => value;\n}\n`
  );
}

function union({ name, doc, alternatives }: UnionType): string {
  const fields = alternatives.map((one) => ({ ...one, field: nameOf(one.name) }));
  const values = fields.map((one) => {
    const has = one.marks.map((mark) => `json.containsKey('${mark}')`).join(' || ');
    return `        ${one.field} = ${has} ? ${one.name}.fromJson(json) : null`;
  });
  return (
    `${comment(`${doc} None of them is an object of a kind that did not exist when this was made.`, '///')}` +
    `class ${name} {\n${fields.map((one) => `  final ${one.name}? ${one.field};\n`).join('')}\n` +
    `  ${name}.fromJson(Map<String, dynamic> json)\n      :\n${values.join(',\n')};\n}\n`
  );
}

/** @param isWords whether a type is a list of words */
export const dart = (isWords: (name: string) => boolean): Language => ({
  file: MODELS.dart,
  head: (about) => about.map((line) => comment(line, '//')).join(''),
  ...{ object: objectWith(isWords), words, union },
  foot: '',
});
