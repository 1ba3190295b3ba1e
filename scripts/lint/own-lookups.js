/**
 * Forbids `table[word]` where the table is an object with any text as key, and `word in table`.
 * For `constructor` or `__proto__` they find what every object has.
 * Look the word up in a Map, take `ownValue(table, word)`, or ask `Object.hasOwn(table, word)` in the same statement.
 * Numbers, keys that the compiler knows, values of type `unknown` (JSON), deletions and assignments by `=` are let through.
 */
const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { foreign: 'The word may be `constructor`: look it up in a Map or by ownValue.' },
  },
  create({ sourceCode, report }) {
    const { program, esTreeNodeToTSNodeMap: nodes } = sourceCode.parserServices;
    if (!program) return {};
    const checker = program.getTypeChecker();
    const typeOf = (node) => checker.getNonNullableType(checker.getTypeAtLocation(nodes.get(node)));
    const valueOfAnyText = (table) =>
      checker.getIndexInfosOfType(typeOf(table)).find(({ keyType }) => checker.typeToString(keyType) === 'string')
        ?.type;
    const isKnown = (key) => {
      const type = typeOf(key);
      return (type.isUnion() ? type.types : [type]).every(
        (each) => each.isLiteral() || checker.typeToString(each) === 'number',
      );
    };
    const isGuarded = (node) => {
      const statement = sourceCode.getAncestors(node).findLast(({ type }) => /Statement$|Declaration$/.test(type));
      const guard = `Object.hasOwn(${sourceCode.getText(node.object)}, ${sourceCode.getText(node.property)})`;
      return statement !== undefined && sourceCode.getText(statement).includes(guard);
    };
    return {
      'MemberExpression[computed=true]'(node) {
        const { type, operator, left } = node.parent;
        if (type === 'AssignmentExpression' && operator === '=' && left === node) return;
        if (type === 'UnaryExpression' && operator === 'delete') return;
        const value = valueOfAnyText(node.object);
        if (value === undefined || checker.typeToString(value) === 'unknown') return;
        if (!isKnown(node.property) && !isGuarded(node)) report({ node, messageId: 'foreign' });
      },
      'BinaryExpression[operator="in"]'(node) {
        if (node.left.type !== 'PrivateIdentifier' && !isKnown(node.left)) report({ node, messageId: 'foreign' });
      },
    };
  },
};

export default { rules: { 'own-lookups': rule } };
