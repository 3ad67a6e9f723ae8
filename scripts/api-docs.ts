// Writes docs/api/: one page per entry point, made from the declarations of what it exports. --check only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  { name: 'toolwright', entry: 'src/index.ts', file: 'docs/api/toolwright.md' },
  { name: 'toolwright/dialect', entry: 'src/dialect/index.ts', file: 'docs/api/dialect.md' },
  { name: 'toolwright/policy', entry: 'src/policy.ts', file: 'docs/api/policy.md' },
  { name: 'toolwright/ai-sdk', entry: 'src/model/provider/ai-sdk/index.ts', file: 'docs/api/ai-sdk.md' },
  { name: 'toolwright/mcp-server', entry: 'src/mcp-server/index.ts', file: 'docs/api/mcp-server.md' },
  { name: 'toolwright/profile/yips', entry: 'src/systems/yips/index.ts', file: 'docs/api/profile-yips.md' },
  { name: 'toolwright/profile/seed', entry: 'src/systems/seed/index.ts', file: 'docs/api/profile-seed.md' },
  {
    name: 'toolwright/profile/y-agent',
    entry: 'src/systems/y-agent/index.ts',
    file: 'docs/api/profile-y-agent.md',
  },
  {
    name: 'toolwright/profile/local-harness',
    entry: 'src/systems/local-harness/index.ts',
    file: 'docs/api/profile-local-harness.md',
  },
  { name: 'toolwright/testing', entry: 'src/testing/index.ts', file: 'docs/api/testing.md' },
] as const;

/** What most readers look for first comes first; a room that is not named here comes after these. */
const roomOrder = ['session', 'tool', 'model', 'policy', 'run', 'agent', 'profile', 'builtin', 'store', 'testing'];

interface Export {
  readonly name: string;
  readonly room: string;
  readonly comment: string;
  readonly code: string;
}

const declarations = emitDeclarations(pages.map(({ entry }) => entry));
const outdated = pages
  .map(({ name, entry, file }) => ({ file, text: renderPage(name, readExports(entry)) }))
  .filter(({ file, text }) => readOrEmpty(file) !== text);

if (!process.argv.includes('--check')) {
  mkdirSync(`${root}docs/api`, { recursive: true });
  for (const { file, text } of outdated) writeFileSync(`${root}${file}`, text);
} else if (outdated.length > 0) {
  console.error(`Out of date: ${outdated.map(({ file }) => file).join(', ')}. Run: npm run api-docs`);
  process.exitCode = 1;
}

/** The declaration file of every source, parsed, by the path of the source. */
function emitDeclarations(entries: readonly string[]): ReadonlyMap<string, ts.SourceFile> {
  const { config } = ts.readConfigFile(`${root}tsconfig.types.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    entries.map((entry) => `${root}${entry}`),
    { ...options, noCheck: true, outDir: root, rootDir: root },
  );
  const files = new Map<string, ts.SourceFile>();
  program.emit(undefined, (path, text) => {
    const source = path.slice(root.length).replace(/\.d\.ts$/, '.ts');
    files.set(source, ts.createSourceFile(source, text, ts.ScriptTarget.ESNext, true));
  });
  return files;
}

/** What an entry point exports, one declaration each. */
function readExports(entry: string): readonly Export[] {
  const tree = declarations.get(entry);
  if (tree === undefined) throw new Error(`${entry} gave no declarations: run npm run check to see why`);
  return tree.statements.filter(ts.isExportDeclaration).flatMap(({ exportClause, moduleSpecifier }) => {
    if (exportClause === undefined || !ts.isNamedExports(exportClause) || moduleSpecifier === undefined) return [];
    const source = resolve(entry, (moduleSpecifier as ts.StringLiteral).text);
    return exportClause.elements.map((element) => describe(element.name.text, source));
  });
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier.replace(/\.js$/, '.ts'), `file:///${from}`).pathname.slice(1);
}

function describe(name: string, source: string): Export {
  const tree = declarations.get(source);
  const statement = tree?.statements.find((one) => namesOf(one).includes(name));
  if (tree === undefined || statement === undefined) throw new Error(`${source} does not declare ${name}`);
  return {
    name,
    room: source.split('/')[1] ?? '',
    comment: commentOf(statement),
    code: statement
      .getText(tree)
      .replace(/^export (declare )?/, '')
      .replaceAll('    ', '  '),
  };
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name === undefined ? [] : [name.getText()];
}

function commentOf(statement: ts.Statement): string {
  const [doc] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').trim();
}

function renderPage(name: string, exports: readonly Export[]): string {
  const rooms = [...new Set(exports.map(({ room }) => room))].sort((a, b) => rankOf(a) - rankOf(b) || compare(a, b));
  const parts = rooms.flatMap((room) => [
    `## ${room}/`,
    ...exports
      .filter((one) => one.room === room)
      .sort((a, b) => compare(a.name, b.name))
      .map(renderExport),
  ]);
  return `${[`# \`${name}\``, 'Generated from the types by `npm run api-docs`; do not edit.', ...parts].join('\n\n')}\n`;
}

function renderExport({ name, comment, code }: Export): string {
  return [`### ${name}`, ...(comment === '' ? [] : [comment]), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n');
}

function rankOf(room: string): number {
  const rank = roomOrder.indexOf(room);
  return rank === -1 ? roomOrder.length : rank;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch {
    return '';
  }
}
