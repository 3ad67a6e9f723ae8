import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createPolicy } from '../../src/policy/create-policy.js';
import { type Mode, modes, type PolicyInput } from '../../src/policy/policy.js';
import type { Fact } from '../../src/tool/fact.js';
import { verifies } from '../requirements.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fact = (over: Partial<Fact>): Fact => ({ kind: 'write', target: 'a', where: 'workspace', known: true, ...over });

/** What a call of each row does, by the first words of the row. */
const rows: readonly (readonly [string, { readonly fact?: Fact; readonly dangerous?: boolean }])[] = [
  ['reads in', { fact: fact({ kind: 'read' }) }],
  ['reads outside', { fact: fact({ kind: 'read', target: '/a', where: 'outside' }) }],
  ['reads what the model shall follow', { fact: fact({ kind: 'read', instructs: true }) }],
  ['runs a command that was proved', { fact: fact({ kind: 'exec', proved: true }) }],
  ['runs any other command', { fact: fact({ kind: 'exec', known: false }) }],
  ['runs a command that cannot', { fact: fact({ kind: 'exec', known: false, unread: true }) }],
  ['writes or moves a file', { fact: fact({}) }],
  ['does so by a command', { fact: fact({ by: 0 }) }],
  ['deletes in', { fact: fact({ kind: 'delete' }) }],
  ['changes something outside', { fact: fact({ target: '/a', where: 'outside' }) }],
  ['changes `.git`', { fact: fact({ target: 'sub/AGENTS.md' }) }],
  ['uses the network', { fact: fact({ kind: 'net', where: 'outside' }) }],
  ['uses a secret', { fact: fact({ kind: 'secret', where: 'outside' }) }],
  ['touches what is not known', { fact: fact({ known: false }) }],
  ['does so by a command, deleting', { fact: fact({ known: false, by: 0 }) }],
  ['is of a tool', { dangerous: true }],
  ['needs what the sandbox refused', { fact: fact({ kind: 'read', refused: true }) }],
];
const policy = createPolicy({ places: { root: '/ws', home: '/home/me', own: [] } });
const words = { allow: 'runs', notify: 'told', ask: 'asked', deny: 'denied' } as const;

it.each(['cli', 'policy'])('has the mode table of the policy in docs/%s.md', async (name) => {
  verifies('policy.modes.table');
  const page = readFileSync(`${root}docs/${name}.md`, 'utf8');
  const table = /\| a call that … \|.*\n.*\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '';
  const documented = table.trimEnd().split('\n');
  expect(documented).toHaveLength(rows.length);
  for (const [at, [start, call]] of rows.entries()) {
    const [, row = '', ...cells] = (documented[at] ?? '').split('|').map((cell) => cell.trim());
    expect(row.startsWith(start), row).toBe(true);
    const decide = async (mode: Mode) => {
      const tool = { name: 't', dangerous: call.dangerous ?? false } as PolicyInput['tool'];
      const input = { mode, tool, sandboxed: true, facts: call.fact === undefined ? [] : [call.fact] } as PolicyInput;
      return words[(await policy.decide(input)).verdict];
    };
    const told = modes.map((_, column) => cells[column]?.split(' ')[0]);
    expect(told, row).toEqual(await Promise.all(modes.map(decide)));
  }
});

it('stands in for the program in a checkout without npm’s own lines', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  expect(readme).toContain('`npm start -s --` stands in');
  expect(readme).not.toContain('npm start --');
});

it('reads the environment, the folder and the input of the process in one file', () => {
  const folder = join(root, 'src', 'cli');
  const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /process\.(?:env|cwd|stdin)\b/.test(readFileSync(join(folder, name), 'utf8')));
  expect(readers).toEqual(['host.ts']);
});
