/**
 * Finds `table[word]` where the table is an object with any text as key, and `word in table`.
 * For `constructor` or `__proto__` they find what every object has.
 * Look the word up in a Map, take `ownValue(table, word)`, or ask `Object.hasOwn(table, word)` in the same statement.
 * Numbers, keys that the compiler knows, values of type `unknown` (JSON), deletions and assignments are let through.
 */
import { dirname, relative, resolve } from 'node:path';
import { type ElementAccessExpression, type Node, type SourceFile, SyntaxKind } from 'typescript-native/unstable/ast';
import {
  isBinaryExpression,
  isDeleteExpression,
  isElementAccessExpression,
  isPrivateIdentifier,
} from 'typescript-native/unstable/ast/is';
import { API, type Checker, type Type } from 'typescript-native/unstable/sync';

/** Unsafe look-ups of a project's program, as `file:line: code`. @param project its tsconfig.json */
export function unsafeLookUps(project: string): string[] {
  const api = new API();
  try {
    const path = resolve(project);
    const { rootFiles, program, checker } = api.updateSnapshot({ openProjects: [path] }).getProject(path)!;
    return rootFiles
      .filter((file) => !/^(?:scripts|test)\//.test(relative(dirname(path), file)))
      .flatMap((file) => unsafeIn(program.getSourceFile(file)!, checker));
  } finally {
    api.close();
  }
}

function unsafeIn(file: SourceFile, checker: Checker): string[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node) ? isForeignAccess(node, checker) : isForeignIn(node, checker)) found.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found.map((node) => {
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    return `${file.fileName}:${line}: ${node.getText(file)}`;
  });
}

const isForeignIn = (node: Node, checker: Checker): boolean =>
  isBinaryExpression(node) &&
  node.operatorToken.kind === SyntaxKind.InKeyword &&
  !isPrivateIdentifier(node.left) &&
  !isKnown(typeAt(node.left, checker), checker);

function isForeignAccess(node: ElementAccessExpression, checker: Checker): boolean {
  if (isDeleteExpression(node.parent) || isAssigned(node)) return false;
  const value = checker
    .getIndexInfosOfType(typeAt(node.expression, checker))
    .find(({ keyType }) => checker.typeToString(keyType) === 'string')?.valueType;
  if (value === undefined || checker.typeToString(value) === 'unknown') return false;
  return !isKnown(typeAt(node.argumentExpression, checker), checker) && !isGuarded(node);
}

const isAssigned = (node: ElementAccessExpression, { parent } = node): boolean =>
  isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.EqualsToken && parent.left === node;

const typeAt = (node: Node, checker: Checker): Type => checker.getNonNullableType(checker.getTypeAtLocation(node)!)!;

const isKnown = (type: Type, checker: Checker): boolean =>
  (type.isUnionType() ? type.getTypes() : [type]).every(
    (each) => each.isLiteralType() || checker.typeToString(each) === 'number',
  );

function isGuarded(node: ElementAccessExpression): boolean {
  let statement: Node = node;
  while (!/Statement$|Declaration$/.test(SyntaxKind[statement.kind]!)) statement = statement.parent;
  return statement
    .getText()
    .includes(`Object.hasOwn(${node.expression.getText()}, ${node.argumentExpression.getText()})`);
}
