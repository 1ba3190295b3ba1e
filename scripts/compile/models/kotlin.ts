/** Kotlin: data classes that read `org.json`, which is part of Android. Words are classes around their text. */
import { MODELS } from '#core/paths.ts';
import { camelCase, type ObjectType, type Type, type UnionType, type WordsType } from './schema.ts';
import { blockComment, comment, type Language, mayBeNothing, namesOf, typeNamer } from './writing.ts';

const KEYWORDS = new Set(
  (
    'as break class continue do else false for fun if in interface is null object package return super this throw ' +
    'true try typealias typeof val var when while'
  ).split(' '),
);
/** Members that every type has. */
const OWN = new Set(['hashCode', 'toString', 'equals', 'copy']);

const nameOf = (name: string): string => {
  const own = camelCase(name);
  if (OWN.has(own)) return `${own}_`;
  return KEYWORDS.has(own) ? `\`${own}\`` : own;
};
const constantOf = (word: string): string => {
  const own = word.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
  return /^\d/.test(own) ? `N${own}` : own;
};

const typeName = typeNamer(
  { integer: 'Long', number: 'Double', text: 'String', flag: 'Boolean', any: 'Any' },
  (of) => `List<${of}>`,
  (of) => `Map<String, ${of}>`,
);

/** An expression for the value that an expression has in JSON. */
function read(type: Type, json: string, isWords: (name: string) => boolean): string {
  const item = (of: Type): string => read(of, 'it', isWords);
  if (type.kind === 'list') return `(${json} as JSONArray).items { ${item(type.of)} }`;
  if (type.kind === 'map') return `(${json} as JSONObject).members { ${item(type.of)} }`;
  if (type.kind === 'named')
    return isWords(type.name) ? `${type.name}(${json} as String)` : `${type.name}.from(${json} as JSONObject)`;
  if (type.kind === 'integer') return `(${json} as Number).toLong()`;
  if (type.kind === 'number') return `(${json} as Number).toDouble()`;
  return type.kind === 'any' ? json : `${json} as ${typeName(type)}`;
}

const objectWith =
  (isWords: (name: string) => boolean) =>
  (type: ObjectType): string => {
    const { name, doc, members } = type;
    const names = namesOf(type, nameOf);
    const fields = members.map(
      (one, index) =>
        `${blockComment(one.doc, '    ')}    val ${names[index]}: ${typeName(one.type)}${mayBeNothing(one) ? '?' : ''},\n`,
    );
    const values = members.map((one, index) => {
      const key = JSON.stringify(one.name);
      const value = mayBeNothing(one)
        ? `json.given(${key})?.let { ${read(one.type, 'it', isWords)} }`
        : read(one.type, `json.get(${key})`, isWords);
      return `            ${names[index]} = ${value},\n`;
    });
    return (
      `${blockComment(doc)}data class ${name}(\n${fields.join('')}) {\n    companion object {\n` +
      `        fun from(json: JSONObject) = ${name}(\n${values.join('')}        )\n    }\n}\n`
    );
  };

function words(type: WordsType): string {
  const { name, doc, words: all } = type;
  const names = namesOf(type, constantOf);
  const known = all.map((word, index) => `        val ${names[index]} = ${name}(${JSON.stringify(word)})\n`);
  return (
    `${blockComment(doc)}@JvmInline\nvalue class ${name}(val value: String) {\n    override fun toString() = value\n\n` +
    `    companion object {\n${known.join('')}    }\n}\n`
  );
}

function union({ name, doc, alternatives }: UnionType): string {
  const fields = alternatives.map((one) => ({ ...one, field: nameOf(one.name) }));
  const values = fields.map((one) => {
    const has = one.marks.map((mark) => `json.has(${JSON.stringify(mark)})`).join(' || ');
    return `            ${one.field} = if (${has}) ${one.name}.from(json) else null,\n`;
  });
  return (
    `${blockComment(`${doc} None of them is an object of a kind that did not exist when this was made.`)}` +
    `data class ${name}(\n${fields.map((one) => `    val ${one.field}: ${one.name}?,\n`).join('')}) {\n` +
    `    companion object {\n        fun from(json: JSONObject) = ${name}(\n${values.join('')}        )\n    }\n}\n`
  );
}

const FOOT = `private fun JSONObject.given(name: String): Any? = if (isNull(name)) null else get(name)

private fun <T> JSONArray.items(read: (Any) -> T): List<T> = (0 until length()).map { read(get(it)) }

private fun <T> JSONObject.members(read: (Any) -> T): Map<String, T> {
    val members = linkedMapOf<String, T>()
    for (name in keys()) members[name] = read(get(name))
    return members
}
`;

/** @param isWords whether a type is a list of words */
export const kotlin = (isWords: (name: string) => boolean): Language => ({
  file: MODELS.kotlin,
  head: (about) =>
    `${about.map((line) => comment(line, '//')).join('')}\npackage hiposantr\n\n` +
    `import org.json.JSONArray\nimport org.json.JSONObject\n`,
  ...{ object: objectWith(isWords), words, union },
  foot: FOOT,
});
