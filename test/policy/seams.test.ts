import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { createPolicy } from '../../src/policy/create-policy.js';
import type { Mode } from '../../src/policy/policy.js';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import { createPreview } from '../../src/session/preview-calls.js';
import { makeFolders } from './cases/scene.js';

const folders = makeFolders();
mkdirSync(join(folders.ws, 'p'));
for (const name of ['evil', '.env', 'p/.env', 'Makefile']) writeFileSync(join(folders.ws, name), 'x');
afterAll(() => folders.remove());

interface Options {
  readonly mode?: Mode;
  readonly rules?: readonly object[];
}

async function look(tool: string, args: object, { mode = 'ask', rules = [] }: Options = {}) {
  const parsed = parseRuleList(rules, { layer: 'user', file: 'test', line: 1 });
  expect(parsed.problems).toEqual([]);
  const policy = createPolicy({
    places: { root: folders.ws, home: folders.home, own: [] },
    rules: parsed.rules,
  });
  const env = { PATH: '/usr/bin:/bin', HOME: folders.home };
  const preview = createPreview({ workspace: folders.ws, tools: builtinTools, policy, mode, env, sandboxed: true });
  const found = await preview({ name: tool, arguments: JSON.stringify(args) });
  return found.type === 'refused' ? { verdict: 'refused', facts: [] } : { ...found.decision, facts: found.facts };
}

const verdictOf = async (command: string, options?: Options): Promise<string> =>
  (await look('run_command', { command }, options)).verdict;

describe('a rule for a command', () => {
  const allowed = (...texts: readonly string[]): Options => ({ rules: texts.map((allow) => ({ allow })) });

  it('does not cover the same words in a folder outside, also when they stood inside before', async () => {
    const rules = allowed('exec(npm test)', `read(${folders.out})`);
    expect(await verdictOf('npm test; npm test', rules)).toBe('allow');
    expect(await verdictOf(`npm test; cd ${folders.out}; npm test`, rules)).toBe('ask');
  });

  it('does not cover what is set before it and steers it', async () => {
    const rules = allowed('exec(npm test)', 'env(*)');
    expect(await verdictOf('N=1; npm test', rules)).toBe('allow');
    expect(await verdictOf('NODE_OPTIONS=--require=./evil; npm test', rules)).toBe('ask');
    expect(await verdictOf('HOME=/tmp; npm test', rules)).toBe('ask');
  });

  it('does not cover words that are too long to be kept', async () => {
    const rules = allowed('exec(npm test:*)');
    expect(await verdictOf(`npm test ${'a'.repeat(2000)}`, rules)).toBe('allow');
    expect(await verdictOf(`npm test ${'a'.repeat(20_000)}`, rules)).toBe('ask');
  });
});

describe('a link that the command itself makes', () => {
  it.each([
    ['ln -s .git/hooks h; cp evil h/pre-commit', 'ask'],
    ['(ln -s .git/hooks h); cp evil h/pre-commit', 'ask'],
    ['ln -s .git g && cd g && touch config', 'ask'],
    ['ln Makefile m; echo x >> m', 'ask'],
    ['link Makefile m; echo x >> m', 'ask'],
    ['ln -s ~ x; cat x/.bash_history', 'deny'],
    ['ln -s ~/.ssh x', 'deny'],
    ['ln -s / x; rm -rf x/*', 'deny'],
    ['ln -s /bin/rm x && ./x -rf /', 'deny'],
    ['ln -s a b; cat b', 'allow'],
    ['ln -s b a; ln -s a b; cat a', 'allow'],
    ['ln -sfn releases/2 current; cat current/x', 'allow'],
  ])('is followed: %s', async (command, verdict) => {
    expect(await verdictOf(command, { mode: 'auto' })).toBe(verdict);
  });
});

describe('Toolwright run by a command', () => {
  it.each([
    ['toolwright config set mode auto', 'deny'],
    ['toolwright -C . config unset rules', 'deny'],
    ['toolwright trust --yes', 'deny'],
    ['toolwright grants revoke --all --yes', 'deny'],
    ['toolwright grants', 'ask'],
    ['npx -y toolwright@latest trust --yes', 'deny'],
    ['pnpm dlx toolwright trust', 'deny'],
    ['yarn toolwright trust', 'deny'],
    ['npm run toolwright trust', 'deny'],
    ['node_modules/.bin/toolwright trust', 'deny'],
    ['node node_modules/toolwright/dist/cli.cjs trust', 'deny'],
    ['bash -c "toolwright sessions delete x"', 'deny'],
    ['toolwright probe --save', 'deny'],
    ['toolwright run --mode auto x', 'ask'],
    ['toolwright', 'ask'],
    ['toolwright sessions show x', 'ask'],
    ['toolwright config get mode', 'allow'],
    ['toolwright trust --list', 'allow'],
    ['npm install toolwright', 'allow'],
    ['grep -rn toolwright src', 'allow'],
  ])('in mode auto: %s', async (command, verdict) => {
    expect(await verdictOf(command, { mode: 'auto' })).toBe(verdict);
  });
});

describe('variables of the shell', () => {
  it.each(['X=1; ls', 'A=1 B=2; ls', 'X=$(date); echo $X'])('need no question in mode auto: %s', async (command) => {
    expect(await verdictOf(command, { mode: 'auto' })).toBe('allow');
    expect(await verdictOf(command)).toBe('ask');
  });

  it('name a proxy that is never spoken to', async () => {
    expect(await verdictOf('http_proxy=http://169.254.169.254 curl http://example.org', { mode: 'auto' })).toBe('deny');
  });
});

describe('a search', () => {
  it.each([
    [{ pattern: 'A' }, 'allow'],
    [{ pattern: 'A', include: '*.ts' }, 'allow'],
    [{ pattern: 'A', include: '.env' }, 'ask'],
    [{ pattern: 'A', include: '**/.env' }, 'ask'],
    [{ pattern: 'A', include: '{.env,x}' }, 'ask'],
    [{ pattern: 'A', include: '*.pem' }, 'ask'],
    [{ pattern: 'A', path: '.git', include: 'config' }, 'ask'],
    [{ pattern: 'A', include_hidden: true }, 'ask'],
    [{ pattern: 'A', path: 'src', include_hidden: true }, 'allow'],
  ])('for credentials is asked about: %j', async (args, verdict) => {
    expect((await look('grep', args)).verdict).toBe(verdict);
  });

  it('by a command finds those in folders too', async () => {
    expect((await look('run_command', { command: 'grep -r A .' })).facts.map(({ target }) => target)).toContain(
      'p/.env',
    );
  });
});

describe('bounds', () => {
  it.each([
    ['wrappers beyond all limits', `${'sudo '.repeat(13_000)}rm -rf /`, 'deny'],
    ['loops in loops', `${'for i in a b c d e f g h; do '.repeat(12)}rm -rf /${'; done'.repeat(12)}`, 'deny'],
    ['a loop behind many commands', `${'true;'.repeat(600)}for i in a b /; do rm -rf $i; done`, 'deny'],
    ['parentheses without end', `find . ${'\\( '.repeat(20_000)}`, 'ask'],
    ['many patterns', `cat ${'src/* '.repeat(8000)}`, 'ask'],
  ])('%s', async (_name, command, verdict) => {
    const start = performance.now();
    expect(await verdictOf(command)).toBe(verdict);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('keep facts small, whatever the command is', async () => {
    for (const command of [
      `${'env '.repeat(15_000)}ls`,
      `cat ${'a$x'.repeat(20_000)}`,
      `cat "${'a/'.repeat(30_000)}"`,
    ]) {
      const { facts, ...decision } = await look('run_command', { command });
      expect(Math.max(...facts.map(({ target, note = '' }) => target.length + note.length))).toBeLessThan(7000);
      expect(JSON.stringify(decision).length).toBeLessThan(600_000);
    }
  });
});
