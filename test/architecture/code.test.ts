import ts from 'typescript';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { listFiles, placeOf, readSources, readText, type SourceFile, walk } from './source.js';

const entryPoints = [
  'src/index.ts',
  'src/dialect/index.ts',
  'src/policy.ts',
  'src/model/provider/ai-sdk/index.ts',
  'src/mcp-server/index.ts',
  'src/systems/yips/index.ts',
  'src/systems/seed/index.ts',
  'src/systems/y-agent/index.ts',
  'src/systems/local-harness/index.ts',
  'src/testing/index.ts',
];

it('reads outside JSON only with the guarded reader', () => {
  verifies('design.rooms.guarded-json');
  expect(uses(isMember('JSON', 'parse'), ['base', 'store'])).toEqual([]);
});

it('reads addresses only in the one way that is right about every letter', () => {
  const places = uses((node) => ts.isPropertyAccessExpression(node) && node.name.text === 'canParse', []);
  expect(places).toEqual([]);
});

it('reads the environment only in the face', () => {
  expect(uses(isMember('process', 'env'), ['cli'])).toEqual([]);
});

it('starts processes only in the sandbox', () => {
  verifies('sandbox.start.only-way');
  const starting = readSources()
    .filter(({ imports }) => imports.some(({ target }) => /^(node:)?(child_process|cluster)$/.test(target)))
    .map(({ path }) => path);
  // `follow.ts` knows the type only; each of the others starts what it is named after.
  expect(starting).toEqual([
    'src/sandbox/bare-process.ts',
    'src/sandbox/bubblewrap/start-bubblewrap.ts',
    'src/sandbox/follow.ts',
    'src/sandbox/kept/start-keeper.ts',
    'src/sandbox/lifeline.ts',
    'src/sandbox/seatbelt/start-seatbelt.ts',
  ]);
});

it('runs processes unconfined only where it is told to, or to look at the machine', () => {
  verifies('sandbox.start.only-way');
  const bare = readSources()
    .filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => target === 'src/sandbox/bare-process.ts' && !typeOnly),
    )
    .map(({ path }) => path);
  expect(bare).toEqual([
    // Asks bubblewrap for its version.
    'src/sandbox/bubblewrap/find-bubblewrap.ts',
    // Runs what nothing can confine, after policy was told so.
    'src/sandbox/create-sandbox.ts',
    // Looks whether ripgrep, which comes with the package, can be started.
    'src/session/health/check-machine.ts',
    // Opens the browser, on the person's word.
    'src/session/servers/open-browser.ts',
    // `sandbox: off` is the user's own word.
    'src/session/session-processes.ts',
  ]);
});

it('reaches files only through the rooms that guard them', () => {
  verifies('core.workspace.one-resolver');
  const guarded = ['workspace', 'change', 'store', 'sandbox', 'config', 'cli'];
  // These look at what a command would find, load a grammar, and read what is secret: none takes a path of a call to read
  // it for a model.
  const lookers = [
    'src/policy/shell/create-command-context.ts',
    'src/base/tree-sitter.ts',
    'src/policy/secret/secret-files.ts',
  ];
  const wrong = readSources()
    .filter(
      ({ path, room, imports }) =>
        !guarded.includes(room) &&
        !lookers.includes(path) &&
        imports.some(({ target }) => /^(node:)?fs\b/.test(target)),
    )
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

it('keeps the reducer and the scheduler pure', () => {
  verifies('core.road.reducer-pure', 'core.road.scheduler-pure', 'design.road.driver');
  const files = ['src/run/call.ts', 'src/run/schedule.ts', 'src/run/stopped-run.ts'];
  const pure = readSources().filter(({ path }) => files.includes(path));
  expect(pure).toHaveLength(files.length);
  const reached = pure.flatMap(({ imports }) =>
    imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target),
  );
  expect([...new Set(reached)].sort()).toEqual([
    'src/base/defined.ts',
    'src/policy/phrase-refused.ts',
    'src/run/call-digest.ts',
    'src/run/reason-words.ts',
    'src/run/stopped-run.ts',
    'src/tool/fact.ts',
    'src/tool/outcome.ts',
  ]);
});

it('has no any', () => {
  expect(uses((node) => node.kind === ts.SyntaxKind.AnyKeyword, [])).toEqual([]);
});

it('re-exports only from the entry points', () => {
  const wrong = readSources().filter(
    ({ path, imports }) => !entryPoints.includes(path) && imports.some(({ reExport }) => reExport),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

it('has small files', () => {
  verifies('standing.checks.file-size');
  const sizes = readSources().map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  const others = ['test', 'scripts', 'bench', 'examples'].flatMap((folder) => listFiles(folder, /\.(ts|mjs)$/));
  const all = [...sizes, ...others.map((path) => ({ path, lines: readText(path).split('\n').length - 1 }))];
  expect(all.filter(({ path, lines }) => lines > 500 && !path.startsWith('test/requirements/'))).toEqual([]);
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sorted[sorted.length >> 1]).toBeLessThan(110);
});

it('names files in kebab-case', () => {
  const folders = ['src', 'test', 'scripts', 'examples'].flatMap((folder) => listFiles(folder, /\.(ts|mjs)$/));
  const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test|\.test-d|\.deep|\.long)?\.(ts|mjs)$/;
  expect(folders.filter((path) => !kebab.test(path))).toEqual([]);
});

it('has no circle of imports', () => {
  expect(findCircle(readSources())).toBeUndefined();
});

it('finds a circle of imports', () => {
  const file = (path: string, ...targets: string[]) =>
    ({ path, imports: targets.map((target) => ({ target, relative: true })) }) as unknown as SourceFile;
  expect(findCircle([file('a', 'b'), file('b', 'c'), file('c', 'b')])).toEqual(['b', 'c', 'b']);
  expect(findCircle([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toBeUndefined();
});

/** Where a node of this kind stands, outside these rooms. */
function uses(isUse: (node: ts.Node) => boolean, rooms: readonly string[]): string[] {
  return readSources()
    .filter(({ room }) => !rooms.includes(room))
    .flatMap((file) => [...walk(file.tree)].filter(isUse).map((node) => placeOf(file, node)));
}

function isMember(object: string, member: string): (node: ts.Node) => boolean {
  return (node) =>
    ts.isPropertyAccessExpression(node) && node.expression.getText() === object && node.name.text === member;
}

/** The files of one circle, from a file back to it. */
function findCircle(sources: readonly SourceFile[]): string[] | undefined {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return undefined;
    for (const { target, relative } of byPath.get(path)?.imports ?? []) {
      const circle = relative ? visit(target, [...trail, path]) : undefined;
      if (circle !== undefined) return circle;
    }
    finished.add(path);
    return undefined;
  };
  for (const { path } of sources) {
    const circle = visit(path, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
