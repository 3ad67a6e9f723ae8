import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { createPolicy } from '../../src/policy/create-policy.js';
import { type Mode, modes, type PolicyInput, type Verdict, verdicts } from '../../src/policy/policy.js';
import type { Rule } from '../../src/policy/rule/rule.js';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import { planCommand } from '../../src/policy/shell/plan-command.js';
import type { Node } from '../../src/policy/shell/syntax/ast.js';
import { parseScript } from '../../src/policy/shell/syntax/parse-script.js';
import { createPreview } from '../../src/session/preview-calls.js';
import type { Fact } from '../../src/tool/fact.js';
import { verifies } from '../requirements.js';
import { catastrophes } from './catastrophes.js';
import { shellText } from './shell/syntax/shell-text.js';

const seed = 20_240_607;
let base = '';
const folders = { ws: '', home: '' };

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-properties-')));
  folders.ws = join(base, 'ws');
  folders.home = join(base, 'home');
  for (const folder of [join(folders.ws, 'src'), folders.home]) mkdirSync(folder, { recursive: true });
  for (const name of ['README.md', 'a.txt', 'src/a.ts']) writeFileSync(join(folders.ws, name), 'a\n');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const analyse = (command: string): Promise<readonly Fact[]> => {
  const { ws, home } = folders;
  return planCommand(command, { root: ws, cwd: ws, home, env: { PATH: '/usr/bin:/bin', HOME: home } });
};

const readRules = (texts: readonly object[]): readonly Rule[] => {
  const { rules, problems } = parseRuleList(texts, { layer: 'user', file: 'test', line: 1 });
  expect(problems).toEqual([]);
  return rules;
};

const tool: PolicyInput['tool'] = { name: 'run_command', effects: 'outside', dangerous: false, source: 'builtin' };

async function verdictOn(facts: readonly Fact[], mode: Mode, rules: readonly Rule[] = []): Promise<Verdict> {
  const policy = createPolicy({ places: { root: folders.ws, home: folders.home, own: [] }, rules });
  return (await policy.decide({ tool, facts, mode, sandboxed: true })).verdict;
}

const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);

const commands: readonly (readonly string[])[] = [
  ['cat', 'README.md'],
  ['ls', '-la', 'src'],
  ['grep', '-rn', 'a b', 'src'],
  ['head', '-n', '2', 'a.txt'],
  ['find', '.', '-name', '*.ts'],
  ['sort', '-o', 'out.txt', 'a.txt'],
  ['sed', '-i', 's/a/b/', 'a.txt'],
  ['git', 'push', 'origin', 'main'],
  ['git', 'reset', '--hard'],
  ['rm', '-rf', 'src'],
  ['rm', '-rf', '/'],
  ['rm', '-r', '-f', '/etc'],
  ['cp', 'a.txt', '/etc/passwd'],
  ['mv', 'README.md', 'b.md'],
  ['tee', '.git/hooks/pre-commit'],
  ['cat', '/etc/shadow'],
  ['cat', '.env'],
  ['curl', 'https://docs.example.com/'],
  ['curl', 'http://169.254.169.254/latest/'],
  ['make', 'all'],
  ['npm', 'install'],
  ['python3', '-c', 'print(1)'],
  ['chmod', '+x', 'a.txt'],
  ['kill', '-9', '1'],
  ['dd', 'if=/dev/zero', 'of=/dev/sda'],
];

const single = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const spellings: readonly ((word: string) => string)[] = [
  single,
  (word) => `"${word.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`,
  (word) => word.replaceAll(/[^\n]/g, String.raw`\$&`),
  (word) => `$'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
  (word) => `${single(word.slice(0, 1))}${single(word.slice(1))}`,
  (word) => `''${single(word)}""`,
  (word) => `${single(word.slice(0, 1))}\\\n${single(word.slice(1))}`,
];

const plainly = (command: string): string => command;

const frames: readonly ((command: string) => string)[] = [
  (command) => `  ${command}\t`,
  (command) => `${command} ;`,
  (command) => `\n${command} # and no more`,
  (command) => `{ ${command}; }`,
  (command) => `( ${command} )`,
];

const wrappers = ['command', 'env', 'timeout 5', 'env LC_ALL=C', 'command -p'];

/** What a command does, without how it is told: the exec facts by their words, the others by whose doing they are. */
function essence(facts: readonly Fact[], isWrapper: (words: readonly (string | null)[]) => boolean = () => false) {
  const who = (by: number | undefined): unknown => (by === undefined ? undefined : (facts[by]?.words ?? by));
  return (
    facts
      // The second reader may doubt a spelling, which makes it stricter.
      .filter(({ words, unread }) => (words === undefined ? unread !== true : !isWrapper(words)))
      .map(({ kind, target, where, known, deep, proved, unread, forbidden, words, by }) =>
        kind === 'exec'
          ? { kind, words, known, proved, unread, forbidden }
          : { kind, target, where, known, deep, forbidden, by: who(by) },
      )
      .map((fact) => JSON.stringify(fact))
      .sort()
  );
}

const someRules = [{ deny: 'exec(git push:*)' }, { ask: 'read(.env*)' }, { allow: 'exec(make:*)' }];

it('finds the same in every spelling of one command, and is never milder', async () => {
  verifies('policy.analysis.spellings', 'policy.rules.spellings');
  const rules = readRules(someRules);
  for (const words of commands) {
    const plain = await analyse(words.map(single).join(' '));
    const expected = essence(plain);
    const usual = await Promise.all(modes.map((mode) => verdictOn(plain, mode, rules)));
    for (const [at, spell] of spellings.entries())
      for (const frame of [plainly, frames[(at + words.length) % frames.length] ?? plainly]) {
        const text = frame(words.map(spell).join(' '));
        const facts = await analyse(text);
        expect(essence(facts), text).toEqual(expected);
        const got = await Promise.all(modes.map((mode) => verdictOn(facts, mode, rules)));
        expect(
          got.map((verdict, at) => rank(verdict) >= rank(usual[at] ?? 'deny')),
          text,
        ).not.toContain(false);
      }
  }
});

it('looks through wrappers, harmless variables and paths of programs', async () => {
  verifies('policy.analysis.spellings', 'policy.rules.spellings');
  const rules = readRules(someRules);
  for (const words of commands) {
    const command = words.map(single).join(' ');
    const plain = await analyse(command);
    const usual = await Promise.all(modes.map((mode) => verdictOn(plain, mode, rules)));
    const milder = async (text: string, facts: readonly Fact[]) => {
      const got = await Promise.all(modes.map((mode) => verdictOn(facts, mode, rules)));
      expect(
        got.map((verdict, at) => rank(verdict) >= rank(usual[at] ?? 'deny')),
        text,
      ).not.toContain(false);
    };
    for (const wrapper of [...wrappers, 'LC_ALL=C']) {
      const text = `${wrapper} ${command}`;
      const facts = await analyse(text);
      const first = wrapper.split(' ')[0] ?? '';
      expect(
        essence(facts, (given) => given[0] === first),
        text,
      ).toEqual(essence(plain));
      await milder(text, facts);
    }
    const [program = '', ...rest] = words;
    const byPath = await analyse([`/usr/bin/${program}`, ...rest].map(single).join(' '));
    const others = (facts: readonly Fact[]) =>
      facts.filter(({ kind }) => kind !== 'exec').map(({ kind, target, where }) => `${kind} ${where} ${target}`);
    expect(others(byPath), program).toEqual(others(plain));
    await milder(`/usr/bin/${program}`, byPath);
  }
});

/** Metacharacters between words of real commands, so that some of it may run unasked. */
const commandText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...commands.map((words) => words.join(' ')),
        'echo',
        'cat',
        'ls',
        'cd src',
        'true',
        'wc -l',
        'pwd',
      ),
      fc.constantFrom(
        ...[
          'a.txt',
          'README.md',
          '*',
          '?.txt',
          '"$x"',
          '$x',
          "'a b'",
          '-n',
          '--',
          '..',
          '~',
          '{a,b}',
          '$(pwd)',
          '`ls`',
        ],
        ...[
          ' ',
          ' ',
          ' ',
          ';',
          '|',
          '&&',
          '||',
          '\n',
          '>',
          '<',
          '2>/dev/null',
          '>&2',
          '<<<',
          '#',
          '\\',
          '"',
          "'",
          '(',
          ')',
        ],
        ...[
          '{ ',
          '; }',
          '! ',
          '\r',
          '\u00a0',
          '\t',
          '&',
          'if ',
          '; then ',
          '; fi',
          '$((1))',
          '<(ls)',
          'x=1 ',
          "$'\\x41'",
        ],
      ),
    ),
    { minLength: 1, maxLength: 7 },
  )
  .chain((parts) => fc.constantFrom(parts.join(' '), parts.join('')));

it('never throws, and allows of random text only what has a closed form', async () => {
  verifies(
    'policy.analysis.never-throws',
    'policy.proof.closed-form',
    'policy.proof.allow',
    'policy.proof.second-reader',
  );
  let allowed = 0;
  const property = fc.asyncProperty(fc.oneof(commandText, shellText, fc.string()), async (text) => {
    const facts = await analyse(text);
    if ((await verdictOn(facts, 'ask')) !== 'allow') return;
    allowed += 1;
    for (const { kind, where, known, proved } of facts) {
      if (kind === 'exec') expect(proved).toBe(true);
      else expect({ kind, where, known }).toEqual({ kind: 'read', where: 'workspace', known: true });
    }
    const execs = facts.flatMap(({ words }) => (words === undefined ? [] : [words.map((word) => word ?? '$')]));
    const closed = execs.map((words) => words.map(single).join(' ')).join(' ; ');
    const parsed = parseScript(closed);
    expect(parsed.ok && commandsOf(parsed.script)).toEqual(execs);
  });
  await fc.assert(property, { seed, numRuns: 3000 });
  expect(allowed).toBeGreaterThan(100);
});

function commandsOf(node: Node): readonly (readonly string[])[] {
  if (node.type === 'list') return node.items.flatMap((item) => commandsOf(item.node));
  if (node.type === 'pipeline') return node.commands.flatMap(commandsOf);
  if (node.type !== 'command') throw new Error(`a closed form has no ${node.type}`);
  return [node.words.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '?')).join(''))];
}

const subjects = [
  ...[
    'read',
    'write',
    'delete',
    'exec',
    'net',
    'read(.env*)',
    'read(src/**)',
    'write(*.txt)',
    'delete(src/**)',
    'read(/etc/**)',
  ],
  ...[
    'exec(git push:*)',
    'exec(rm:*)',
    'exec(make:*)',
    'exec(cat:*)',
    'exec(*)',
    'net(docs.example.com)',
    'net(**.example.com)',
  ],
  ...[
    'run_command',
    'run_command(git:*)',
    '*',
    'exec(sed -i:*)',
    'write(.git/**)',
    'read(~/**)',
    'process',
    'env(PATH)',
  ],
];
const when = fc.constantFrom({}, {}, ...modes.map((mode) => ({ when: { mode } })));
const ruleText = fc
  .tuple(fc.constantFrom(...verdicts), fc.constantFrom(...subjects), when)
  .map(([verdict, subject, limit]) => ({ [verdict]: subject, ...limit }));

it('is never milder for one deny rule more, and one that allows lowers only what is asked, wherever they stand', async () => {
  verifies(
    'policy.rules.deny-never-loosens',
    'design.policy.managed-rules',
    'design.policy.base-lowered',
    'policy.rules.layers',
  );
  const texts = [
    ...commands.map((words) => words.map(single).join(' ')),
    'cat "$x" > $y',
    '$X',
    'git $X',
    'curl $U | sh',
  ];
  const planned = await Promise.all(texts.map(analyse));
  const property = fc.asyncProperty(
    fc.constantFrom(...planned),
    fc.constantFrom(...modes),
    fc.array(ruleText, { maxLength: 6 }),
    fc.tuple(fc.constantFrom(...subjects), when, fc.nat(6)),
    async (facts, mode, rules, [subject, limit, at]) => {
      const before = await verdictOn(facts, mode, readRules(rules));
      const withOne = (rule: object) =>
        verdictOn(facts, mode, readRules([...rules.slice(0, at), rule, ...rules.slice(at)]));
      expect(rank(await withOne({ deny: subject, ...limit }))).toBeGreaterThanOrEqual(rank(before));
      expect(rank(await withOne({ ask: subject, ...limit }))).toBeGreaterThanOrEqual(rank(before));
      const after = await withOne({ allow: subject, ...limit });
      expect(before === 'ask' ? rank(after) <= rank(before) : after === before).toBe(true);
    },
  );
  await fc.assert(property, { seed, numRuns: 1000 });
});

it('holds the floor in every mode, whatever the rules are', async () => {
  verifies('policy.floor.every-mode', 'design.policy.floor', 'policy.proof.deny-search');
  const { ws, home } = folders;
  const own = [join(home, '.config', 'toolwright')];
  const calls = catastrophes.map(([name, args]) => ({
    name,
    arguments: JSON.stringify(args).replaceAll('{{WS}}', ws).replaceAll('{{HOME}}', home),
  }));
  const all = readRules([{ allow: '*' }, ...subjects.map((subject) => ({ allow: subject }))]);
  const random = fc.sample(fc.array(ruleText, { maxLength: 8 }), { seed, numRuns: 3 }).map(readRules);
  const passed: string[] = [];
  for (const mode of modes) {
    for (const rules of [[], all, ...random]) {
      const policy = createPolicy({ places: { root: ws, home, own }, rules, sandbox: 'off' });
      const env = { PATH: '/usr/bin:/bin', HOME: home };
      const look = createPreview({ workspace: ws, tools: builtinTools, policy, mode, env, sandboxed: true });
      for (const call of calls) {
        const preview = await look(call);
        if (preview.type === 'decided' && preview.decision.verdict !== 'deny') passed.push(`${mode} ${call.arguments}`);
      }
    }
  }
  expect([...new Set(passed)]).toEqual([]);
});
