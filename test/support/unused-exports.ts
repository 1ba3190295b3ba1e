/** Exports that no other file imports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sourceFiles, targetOf, visit } from './architecture.ts';

/** What a file imports of another: its names, or `*` for all of them. */
type Uses = Map<string, Set<string>>;

/** Every exported name of a source file outside of `test/` that no other file imports, as `file: name`. */
export function unusedExports(root: string): string[] {
  const files = sourceFiles(root);
  const sources = new Map(
    files.map((file) => [
      file,
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
    ]),
  );
  const uses: Uses = new Map(files.map((file) => [file, new Set()]));
  for (const [file, source] of sources) collectUses(file, source, uses);
  return files
    .filter((file) => !file.startsWith('test/'))
    .flatMap((file) => exportedNames(sources.get(file)!).map((name) => ({ file, name })))
    .filter(({ file, name }) => !uses.get(file)!.has(name) && !uses.get(file)!.has('*'))
    .map(({ file, name }) => `${file}: ${name}`);
}

function collectUses(file: string, source: ts.SourceFile, uses: Uses): void {
  const use = (specifier: ts.Node | undefined, names: string[]): void => {
    const target = specifier && ts.isStringLiteral(specifier) ? targetOf(file, specifier.text) : undefined;
    for (const name of names) uses.get(target ?? '')?.add(name);
  };
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) use(node.moduleSpecifier, importedNames(node));
    else if (ts.isExportDeclaration(node)) use(node.moduleSpecifier, reexportedNames(node));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      use(node.argument.literal, [node.qualifier?.getText(source) ?? '*']);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      use(node.arguments[0], ['*']);
  });
}

const original = ({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string =>
  (propertyName ?? name).text;

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  const named = bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? ['*'] : bindings.elements.map(original);
  return importClause?.name ? ['default', ...named] : named;
}

const reexportedNames = ({ exportClause }: ts.ExportDeclaration): string[] =>
  exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(original) : ['*'];

function exportedNames(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return ['default'];
    if (ts.isExportDeclaration(statement))
      return statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name }) => name.text)
        : [];
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default'];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.FunctionDeclaration;
    return [name!.text];
  });
}
