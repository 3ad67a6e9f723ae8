import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCpp, asWritten } from '../../../src/builtin/search/code/c-source.js';
import { codeSearch } from '../../../src/builtin/search/code-search.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const fixtures = fileURLToPath(new URL('../../fixtures/code-search/', import.meta.url));
/** Written by reading the programs, never by what the tool gave. */
const marked = fileURLToPath(new URL('../../fixtures/code-search-read/', import.meta.url));
const update = process.env['UPDATE_CODE_SEARCH'] === '1';

interface Found {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly kind: string;
  readonly container: string;
}

const tell = (role: string, { line, column, name, kind, container }: Found): string =>
  `${line}:${column} ${name} ${role} ${kind}${container === '' ? '' : ` in ${container}`}`;

/** Below a line of the program, `▸` tells what is on it: `name=kind@container` is defined there, `name:kind` referred to. */
function parseMarked(text: string): { readonly program: string; readonly told: readonly string[] } {
  const program: string[] = [];
  const told: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('▸')) told.push(`${program.length}${line.slice(1)}`);
    else program.push(line);
  }
  return { program: program.join('\n'), told };
}

describe('code_search', () => {
  const samples = readdirSync(fixtures).filter((name) => name.endsWith('.txt'));

  it.each(samples)('tells every name in %s', async (sample) => {
    verifies('search.code.languages', 'search.code.kinds', 'search.code.not-text', 'search.code.container');
    const { ctx, write } = createBench();
    const name = sample.replace(/\.txt$/, '');
    write(name, readFileSync(fixtures + sample));
    const { value } = await callOk(codeSearch, { name: '*', path: name, max_results: 1000 }, ctx);
    const table = [
      ...value.definitions.map((found: Found) => ({ found, told: tell('definition', found) })),
      ...value.references.map((found: Found) => ({ found, told: tell('reference', found) })),
    ]
      .toSorted((a, b) => a.found.line - b.found.line || a.found.column - b.found.column)
      .map(({ told }) => `${told}\n`)
      .join('');
    const expected = `${fixtures}${name}.expected`;
    if (update) writeFileSync(expected, table);
    expect(table).toBe(readFileSync(expected, 'utf8'));
  });

  const readByHand = readdirSync(marked);

  it.each(readByHand)('tells what a reader of %s tells', async (sample) => {
    verifies(
      'search.code.read',
      'search.code.c',
      'search.code.languages',
      'search.code.kinds',
      'search.code.container',
    );
    const { ctx, write } = createBench();
    const name = sample.replace(/\.txt$/, '');
    const { program, told } = parseMarked(readFileSync(marked + sample, 'utf8'));
    write(name, program);
    const { value } = await callOk(codeSearch, { name: '*', path: name, max_results: 1000 }, ctx);
    const found = [
      ...value.definitions.map((place: Found) => ({ ...place, mark: '=' })),
      ...value.references.map((place: Found) => ({ ...place, mark: ':' })),
    ].toSorted((a, b) => a.line - b.line || a.column - b.column);
    const lines = new Map<number, string>();
    for (const { line, name: word, mark, kind, container } of found)
      lines.set(line, `${lines.get(line) ?? ''} ${word}${mark}${kind}${container === '' ? '' : `@${container}`}`);
    expect([...lines].map(([line, words]) => `${line}${words}`)).toEqual(told);
  });

  it('reads a header as C++, and as C where that is what it is', async () => {
    verifies('search.code.c');
    const { ctx, write } = createBench();
    write('device.h', 'struct device { struct class *class; int new; };\nint use(struct device *this);\n');
    write('store.h', 'class Store {\n public:\n  int use(Store *other);\n};\n');
    const { value } = await callOk(codeSearch, { name: '*', kind: 'definition' }, ctx);
    const told = value.definitions.map((found: Found) => `${found.path} ${tell('', found)}`);
    expect(told).toEqual([
      'device.h 1:8 device  struct',
      'device.h 1:31 class  field in device',
      'device.h 1:42 new  field in device',
      'device.h 2:5 use  function',
      'device.h 2:24 this  parameter',
      'store.h 1:7 Store  class',
      'store.h 3:7 use  method in Store',
      'store.h 3:18 other  parameter in Store',
    ]);
    expect(value.damaged).toBe(0);
  });

  it('parses C at the places where it stands', () => {
    verifies('search.code.c');
    const word = fc.constantFrom(
      'f(a)',
      'int a;',
      'class',
      'or',
      '{',
      '}',
      ';',
      '\n',
      '/*',
      '*/',
      '//',
      '#',
      '(',
      ')',
      ' ',
      'é',
    );
    fc.assert(
      fc.property(
        fc.array(word).map((words) => words.join(' ')),
        (text) => {
          const parsed = asCpp(text);
          expect(parsed).toHaveLength(text.length);
          expect(parsed.replaceAll(/[^\n]/g, '')).toBe(text.replaceAll(/[^\n]/g, ''));
        },
      ),
    );
    const old = 'int add(a, b) int a; char *b; { return class; }';
    expect(asWritten(asCpp(old))).toBe('int add(      int a, char *b) { return class; }');
    for (const other of ['go(a); { }', 'if (a) b; { }', '#define F(a) x\nint a; { }', 'x = f(a) + b; {'])
      expect(asCpp(other)).toBe(other);
  });

  it('finds a name in a workspace, definitions first', async () => {
    verifies('y-agent.tool.code-search', 'search.code.kinds');
    const { ctx, write } = createBench();
    write('src/store.ts', '// open\nexport class Store {\n  open() {}\n}\n');
    write('src/use.py', 'def run(s):\n    s.open("open")\n');
    write('lib/x.go', 'package x\n\nfunc open() {}\n');
    write('notes.md', 'open\n');
    write('.gitignore', 'out\n');
    write('out/y.ts', 'open();\n');
    const { shown, facts } = await callOk(codeSearch, { name: 'open' }, ctx);
    expect(shown).toBe(
      [
        'lib/x.go:3: function open: func open() {}',
        'src/store.ts:3: method open in Store: open() {}',
        'References:',
        'src/use.py:2: call open: s.open("open")',
        '[2 definitions, 1 reference in 3 files]',
      ].join('\n'),
    );
    expect(facts).toEqual([{ kind: 'read', target: '.', where: 'workspace', known: true, deep: true }]);
    const count = async (args: Record<string, unknown>): Promise<number[]> => {
      const { value } = await callOk(codeSearch, { name: 'open', ...args }, ctx);
      return [value.definitions.length, value.references.length];
    };
    expect(await count({ kind: 'definition' })).toEqual([2, 0]);
    expect(await count({ kind: 'reference' })).toEqual([0, 1]);
    expect(await count({ language: 'go' })).toEqual([1, 0]);
    expect(await count({ path: 'src' })).toEqual([1, 1]);
    expect(await count({ path: 'src/store.ts' })).toEqual([1, 0]);
    expect(await count({ name: 'op*' })).toEqual([2, 1]);
    expect(await count({ name: 'ope' })).toEqual([0, 0]);
    expect((await callOk(codeSearch, { name: 'nothing' }, ctx)).shown).toBe('[0 definitions, 0 references in 0 files]');
    const cut = await callOk(codeSearch, { name: '*', max_results: 1 }, ctx);
    expect(cut.value).toMatchObject({ truncated: true, definitions: [{}], references: [{}] });
  });

  it('tells what it can of broken, hostile and large files, and refuses what is no name', async () => {
    verifies('search.code.broken', 'search.code.bounded', 'search.code.errors');
    const { ctx, write } = createBench();
    write('broken.ts', 'function good() {}\nclass {{{ ( = => good(;\nfunction other() { good(); }\n');
    write('deep.js', `${'('.repeat(20_000)}good${')'.repeat(20_000)};\n`);
    write('junk.py', Buffer.from([0xff, 0xfe, 0x67, 0x6f, 0x6f, 0x64, 0x0a]));
    write('large.ts', `good();\n${'// filler\n'.repeat(120_000)}`);
    const { value } = await callOk(codeSearch, { name: 'good' }, ctx);
    expect(value.definitions).toMatchObject([{ path: 'broken.ts', line: 1, kind: 'function' }]);
    expect(value.references).toContainEqual(expect.objectContaining({ path: 'broken.ts', line: 3, kind: 'call' }));
    expect(value.damaged).toBeGreaterThan(0);
    expect(value.references.some(({ path }: Found) => path === 'large.ts')).toBe(false);
    for (const name of ['', 'a b', 'a.b', 'a(', 'a\n', 'x'.repeat(300)])
      expect((await callTool(codeSearch, { name }, ctx)).failure?.errorType).toBe('validation_failed');
    write('notes.md', 'good');
    expect((await callTool(codeSearch, { name: 'good', path: 'notes.md' }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    expect((await callTool(codeSearch, { name: 'good', path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
  });

  it('lets others go on while it parses, and ends when it is cancelled', async () => {
    verifies('search.code.pieces');
    const controller = new AbortController();
    const { ctx, write } = createBench({ signal: controller.signal });
    for (let at = 0; at < 4; at += 1)
      write(`f${at}.ts`, 'export const good = { a: [1, 2, 3], b: (x) => x + 1 };\n'.repeat(8000));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (turns === 10) controller.abort();
    }, 5);
    const { failure } = await callTool(codeSearch, { name: 'good' }, ctx);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(10);
    expect(failure?.errorType).toBe('cancelled');
  });
});
