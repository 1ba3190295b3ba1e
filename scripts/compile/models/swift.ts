/** Swift: structures that are Codable. Words are structures around their text, so that new ones are no error. */
import { MODELS } from '#core/paths.ts';
import { camelCase, type Member, type ObjectType, type UnionType, type WordsType } from './schema.ts';
import { comment, type Language, mayBeNothing, namesOf, typeNamer } from './writing.ts';

const KEYWORDS = new Set(
  (
    'associatedtype class deinit enum extension fileprivate func import inout internal let open operator private ' +
    'protocol public rethrows static struct subscript typealias var break case catch continue default defer do else ' +
    'fallthrough for guard if in repeat return switch throw throws try where while as false is nil super true await'
  ).split(' '),
);
/** Members that every type has, or that no quotation makes a name. */
const OWN = new Set(['self', 'init', 'hash', 'hashValue', 'encode', 'rawValue']);

const nameOf = (name: string): string => {
  const own = camelCase(name);
  if (OWN.has(own)) return `${own}_`;
  return KEYWORDS.has(own) ? `\`${own}\`` : own;
};

const typeName = typeNamer(
  { integer: 'Int64', number: 'Double', text: 'String', flag: 'Bool', any: 'JSONValue' },
  (of) => `[${of}]`,
  (of) => `[String: ${of}]`,
);

const CONFORMS = 'Codable, Hashable, Sendable';

const member = (one: Member, name: string): string =>
  `${comment(one.doc, '///', '    ')}    public var ${name}: ${typeName(one.type)}${mayBeNothing(one) ? '?' : ''}\n`;

function object(type: ObjectType): string {
  const { name, doc, members } = type;
  const names = namesOf(type, nameOf);
  const keys = members.map((one, index) => `        case ${names[index]} = ${JSON.stringify(one.name)}\n`);
  return (
    `${comment(doc, '///')}public struct ${name}: ${CONFORMS} {\n` +
    `${members.map((one, index) => member(one, names[index]!)).join('')}\n` +
    `    enum CodingKeys: String, CodingKey {\n${keys.join('')}    }\n}\n`
  );
}

function words(type: WordsType): string {
  const { name, doc, words: all } = type;
  const names = namesOf(type, nameOf);
  const known = all.map(
    (word, index) => `    public static let ${names[index]} = ${name}(rawValue: ${JSON.stringify(word)})\n`,
  );
  return (
    `${comment(doc, '///')}public struct ${name}: RawRepresentable, ${CONFORMS} {\n    public var rawValue: String\n` +
    `    public init(rawValue: String) { self.rawValue = rawValue }\n\n${known.join('')}}\n`
  );
}

function union({ name, doc, alternatives }: UnionType): string {
  const fields = alternatives.map((one) => ({ ...one, field: nameOf(one.name) }));
  const marks = [...new Set(alternatives.flatMap((one) => one.marks))];
  const has = (mark: string): string => `keys.contains(.${nameOf(mark)})`;
  const branches = fields.map(
    (one) =>
      `        ${one === fields[0] ? '' : 'else '}if ${one.marks.map(has).join(' || ')} ` +
      `{ ${one.field} = try ${one.name}(from: decoder) }\n`,
  );
  return (
    `${comment(`${doc} None of them is an object of a kind that did not exist when this was made.`, '///')}` +
    `public struct ${name}: ${CONFORMS} {\n` +
    `${fields.map((one) => `    public var ${one.field}: ${one.name}?\n`).join('')}\n` +
    `    private enum Mark: String, CodingKey {\n` +
    `${marks.map((mark) => `        case ${nameOf(mark)} = ${JSON.stringify(mark)}\n`).join('')}    }\n\n` +
    `    public init(from decoder: Decoder) throws {\n` +
    `        let keys = try decoder.container(keyedBy: Mark.self).allKeys\n${branches.join('')}    }\n\n` +
    `    public func encode(to encoder: Encoder) throws {\n` +
    `${fields.map((one) => `        try ${one.field}?.encode(to: encoder)\n`).join('')}    }\n}\n`
  );
}

const FOOT = `/// Any JSON.
public enum JSONValue: ${CONFORMS} {
    case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])

    public init(from decoder: Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() { self = .null }
        else if let flag = try? value.decode(Bool.self) { self = .bool(flag) }
        else if let number = try? value.decode(Double.self) { self = .number(number) }
        else if let text = try? value.decode(String.self) { self = .string(text) }
        else if let list = try? value.decode([JSONValue].self) { self = .array(list) }
        else { self = .object(try value.decode([String: JSONValue].self)) }
    }

    public func encode(to encoder: Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        case .array(let list): try value.encode(list)
        case .object(let members): try value.encode(members)
        }
    }
}
`;

export const SWIFT: Language = {
  file: MODELS.swift,
  head: (about) => `${about.map((line) => comment(line, '//')).join('')}\nimport Foundation\n`,
  ...{ object, words, union },
  foot: FOOT,
};
