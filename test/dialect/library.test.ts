import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { built } from '../support/built-cli.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'toolwright-dialect-'));
let dist: string;
let parts: Parts;

/** Everything `toolwright/dialect` consists of. */
interface Parts {
  readonly files: readonly string[];
  readonly sources: readonly string[];
  readonly packages: readonly string[];
}

beforeAll(async () => {
  const { dist: made, sources } = await built();
  dist = made;
  parts = reach('dialect.js', JSON.parse(readFileSync(sources, 'utf8')) as Record<string, readonly string[]>);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files an entry imports, and theirs. */
function reach(entry: string, sources: Readonly<Record<string, readonly string[]>>): Parts {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const code = readFileSync(join(dist, file), 'utf8');
    for (const [, target = ''] of code.matchAll(/^(?:import|export)\b[^;'"]*?["']([^"'\n]+)["'];/gm)) {
      if (target.startsWith('.')) waiting.push(join(dirname(file), target));
      else packages.add(target);
    }
    expect(code, `${file} loads something later`).not.toMatch(/\bimport\(/);
  }
  return { files: [...files], sources: [...files].flatMap((file) => sources[file] ?? []), packages: [...packages] };
}

it('holds its own room and what lies below it, and needs no package', () => {
  verifies('dialects.library.alone');
  const rooms = new Set(parts.sources.map((source) => source.split('/').slice(0, 2).join('/')));
  expect([...rooms].sort()).toEqual(['src/base', 'src/dialect', 'src/schema']);
  expect(parts.sources.length).toBeGreaterThan(50);
  expect(parts.packages.filter((name) => !isBuiltin(name))).toEqual([]);
});

it('works where there is nothing but its files', () => {
  verifies('dialects.library.alone');
  const alone = join(folder, 'alone', 'node_modules', 'toolwright');
  for (const file of parts.files) {
    mkdirSync(dirname(join(alone, 'dist', file)), { recursive: true });
    cpSync(join(dist, file), join(alone, 'dist', file));
  }
  cpSync(join(root, 'package.json'), join(alone, 'package.json'));
  const program = join(folder, 'alone', 'program.mjs');
  writeFileSync(
    program,
    `import { createParser, findDialect, listDialects, readMessage } from 'toolwright/dialect';

const parser = createParser('auto');
const events = [...parser.push('I look.\\n<tool_'), ...parser.push('call>{"name":"read","arguments":{"n":1}}'), ...parser.end()];
const hermes = findDialect('qwen2.5');
const written = hermes.renderCalls([{ name: 'read', arguments: '{"n":1}' }]);
const { dialect, text, calls } = readMessage(written, { tools: [{ name: 'read' }], chunk: 3 });
const told = { events: events.map(({ type }) => type), dialect, text, name: calls[0].name, args: calls[0].arguments };
const prompt = hermes.renderPrompt([{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }]);
const [result] = hermes.renderResults([{ name: 'read', text: 'one', isError: false }]);
console.log(JSON.stringify({ ...told, all: listDialects().length > 60, prompt: prompt.includes('Reads.'), result }));
`,
  );
  const output = execFileSync(process.execPath, [program], { cwd: join(folder, 'alone'), encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({
    events: ['text', 'call-open', 'call-arguments', 'problem', 'call'],
    dialect: 'hermes',
    text: '',
    name: 'read',
    args: '{"n":1}',
    all: true,
    prompt: true,
    result: { role: 'user', text: expect.stringContaining('one') },
  });
});
