import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** One `import`, `export … from` or `import()` of a file. */
export interface Import {
  /** As written; of a relative one, the file it leads to, such as `src/base/id.ts`. */
  readonly target: string;
  readonly relative: boolean;
  /** Gone at run time. */
  readonly typeOnly: boolean;
  readonly reExport: boolean;
  /** Loaded only when it is come to. */
  readonly dynamic: boolean;
}

/** One TypeScript file, parsed. */
export interface SourceFile {
  /** From the root of the project, such as `src/base/id.ts`. */
  readonly path: string;
  /** The folder below src/; empty for src/index.ts. */
  readonly room: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

let sources: readonly SourceFile[] | undefined;

/** Every file of src/, parsed once. */
export function readSources(): readonly SourceFile[] {
  sources ??= listFiles('src', /\.ts$/).map(readSource);
  return sources;
}

export function listFiles(folder: string, pattern: RegExp): string[] {
  const names = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

export function readText(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

/** Every node below this one, in the order of the text. */
export function* walk(node: ts.Node): Generator<ts.Node> {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) {
    yield child;
    yield* walk(child);
  }
}

/** `src/base/id.ts:12`, for the message of a failing test. */
export function placeOf({ path, tree }: SourceFile, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
}

export function readSource(path: string): SourceFile {
  const text = readText(path);
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const room = /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
  return { path, room, text, tree, imports: [...walk(tree)].flatMap((node) => importOf(node, path) ?? []) };
}

function importOf(node: ts.Node, from: string): Import | undefined {
  const named = (specifier: ts.Node | undefined, typeOnly: boolean, reExport = false): Import | undefined => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
    const relative = specifier.text.startsWith('.');
    const target = relative ? posix.join(posix.dirname(from), specifier.text).replace(/\.js$/, '.ts') : specifier.text;
    return { target, relative, typeOnly, reExport, dynamic: ts.isCallExpression(node) };
  };
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isTypeImport(node.importClause));
  if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, isTypeExport(node), true);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return named(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return named(node.arguments[0], false);
  }
  return undefined;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly || exportClause === undefined) return isTypeOnly;
  return ts.isNamedExports(exportClause) && exportClause.elements.every((element) => element.isTypeOnly);
}
