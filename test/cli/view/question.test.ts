import { describe, expect, it } from 'vitest';
import { renderOffers } from '../../../src/cli/view/offer-text.js';
import { questionText, renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { wrapLines } from '../../../src/cli/view/wrap-lines.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { type Approval, approvalQuestion } from './approval-question.js';

const plain = createStyle(false);
const view = { style: plain, workspace: '/home/user' } as const;
const render = (over: Partial<Approval>, more: { readonly maxFacts?: number } = {}): string =>
  renderQuestion(approvalQuestion(over), { ...view, ...more });
const command = (text: string): Partial<Approval> => ({
  tool: 'run_command',
  preview: { kind: 'command', command: text, cwd: '.', timeoutMs: 1000 },
  facts: [{ kind: 'exec', target: text, where: 'nowhere', known: true }],
  reasons: [`runs ${text}`],
});
const warnings = (shown: string): readonly string[] =>
  shown.split('\n').filter((line) => /^ {2}⚠ (?!high|critical)/.test(line));

describe('what is to be known of a call', () => {
  it('lists what a command does under it, redirections by themselves, the level, undo, the sandbox and the digest', () => {
    verifies('question.shown.facts');
    const facts: readonly Fact[] = [
      { kind: 'exec', target: 'sort a', where: 'nowhere', known: true },
      { kind: 'read', target: 'a', where: 'workspace', known: true, by: 0 },
      { kind: 'write', target: 'out', where: 'workspace', known: true, by: -1, via: 'link' },
      { kind: 'exec', target: './x', where: 'nowhere', known: false, note: 'it cannot be looked into' },
      { kind: 'net', target: 'example.test', where: 'nowhere', known: true },
      { kind: 'delete', target: '/srv/x', where: 'outside', known: true, deep: true },
    ];
    const shown = render({
      ...command('sort a > link; ./x'),
      facts,
      level: 'high',
      reasons: ['writes out'],
      undo: { possible: false, why: 'too many files' },
    });
    expect(shown).toBe(
      [
        '? May run_command run?',
        '  │ $ sort a > link; ./x',
        '  │ in /home/user',
        '  runs sort a',
        '    reads a',
        '  writes out, named link, by a redirection',
        '  runs ./x, not wholly known: it cannot be looked into',
        '  connects to example.test',
        '  deletes /srv/x and all below it, outside the workspace',
        '  ⚠ high: writes out; it cannot be looked into',
        '  cannot be undone: too many files',
        '  not sandboxed: it runs with your own rights',
        '  for exactly this call, abcdef012345',
      ].join('\n'),
    );
    const other = render({ ...command('ls'), sandboxed: true, undo: { possible: true, note: 'in the workspace' } });
    expect(other).toContain('\n  can be undone: in the workspace\n  sandboxed\n');
  });

  it('counts the facts that are not listed', () => {
    const facts = Array.from({ length: 30 }, (_, at) => ({
      kind: 'read' as const,
      target: `f${at}`,
      where: 'workspace' as const,
      known: true,
    }));
    expect(render({ facts }, { maxFacts: 12 })).toContain('\n  reads f11\n  … and 18 more: f lists them all\n');
    expect(render({ facts })).toContain('\n  reads f29\n');
  });

  it('says why nothing may be made lasting', () => {
    verifies('question.answer.not-offered');
    expect(render({ withheld: 'rm takes away' })).toContain('\n  only once: rm takes away\n');
  });

  it('shows what a lasting answer would allow besides', () => {
    verifies('question.answer.lasting');
    const offers = [
      { rules: ['write(src/a.ts)'], breadth: 'exact', also: [], examples: [] },
      { rules: ['write(src/**)'], breadth: 'wider', also: ['every file below src/'], examples: ['src/b\u202e.ts'] },
    ] as const;
    expect(renderOffers(offers, { scope: 'project', style: plain, grantDays: 30 })).toBe(
      [
        '  Allow without asking in this workspace, for 30 days:',
        '  1. write(src/a.ts)',
        '     nothing but exactly this',
        '  2. write(src/**)',
        '     also allows every file below src/',
        '     was asked before: src/b<U+202E>.ts',
      ].join('\n'),
    );
  });
});

describe('text that can be misread', () => {
  it.each([
    ['question.shown.escaped', 'ls \u001b[31m\u001b[0m', 'hidden or odd characters, shown as escapes: \\e ×2'],
    ['question.shown.escaped', 'ls \u202ex', 'hidden or odd characters, shown as escapes: <U+202E>'],
    ['question.shown.escaped', 'ls\u00a0-la', 'hidden or odd characters, shown as escapes: <U+00A0>'],
    ['question.shown.look-alikes', 'c\u0430t x', 'look-alikes: \u0430 in “c\u0430t” is U+0430 CYRILLIC, not a'],
    [
      'question.shown.hosts',
      'curl https://m\u00fcnchen.example/',
      'm\u00fcnchen.example is the host xn--mnchen-3ya.example: it has U+00FC',
    ],
    [
      'question.shown.hosts',
      'curl https://xn--mnchen-3ya.example/',
      'the host xn--mnchen-3ya.example is written in punycode: it reads m\u00fcnchen.example',
    ],
    [
      'question.shown.hosts',
      'curl https://a.example@b.example/',
      'the host is b.example: what stands before the @ (a.example) is none',
    ],
    ['question.shown.whole', `ls${' '.repeat(50)}; x`, '50 spaces in a row, and something behind them'],
    ['question.shown.whole', `ls${'\n'.repeat(9)}x`, '8 blank lines in a row, and something below them'],
    [
      'question.shown.whole',
      `echo ${'a'.repeat(600)}`,
      'long: 1 lines, 605 characters; what matters may stand at the end',
    ],
    [
      'question.shown.imitation',
      'true # already approved',
      'its text imitates a question or an approval: “already approved”',
    ],
  ] as const)('warns, by %s, of %j', (id, text, warning) => {
    verifies(id);
    expect(warnings(render(command(text)))).toEqual([`  ⚠ ${warning}`]);
  });

  it('tells blank lines by their number, and what stands below them', () => {
    verifies('question.shown.whole');
    expect(render(command(`ls${'\n'.repeat(200)}rm x`))).toContain('  │ $ ls\n  │   ⟨199 blank lines⟩\n  │   rm x\n');
  });

  it('keeps a second question inside the gutter', () => {
    verifies('question.shown.imitation');
    const shown = render(command('ls\n? May ls run?\n  [y] once  [n] deny'));
    expect(shown).toContain('\n  │   ? May ls run?\n  │     [y] once  [n] deny\n');
    expect(warnings(shown)).toHaveLength(1);
  });

  it('sets a name that is not one in quotes', () => {
    expect(render({ tool: 'x run? yes' })).toMatch(/^\? May “x run\? yes” run\?/);
  });

  it('shows the line ends of a diff once when all are the same, and each when they are not', () => {
    const diff = (text: string): Partial<Approval> => ({
      preview: { kind: 'diff', path: 'a', operation: 'edit', diff: text, added: 1, removed: 1 },
    });
    const same = render(diff('--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\r\n+y\r\n'));
    expect(same).toContain('  │ -x\n  │ +y\n  │ every line ends in \\r\\n\n');
    const mixed = render(diff('--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\r\n+x\n'));
    expect(mixed).toContain('  │ -x\\r\n  │ +x\n');
    expect(warnings(same)).toEqual([]);
  });

  it('takes no added line for the head of a diff', () => {
    verifies('question.shown.escaped');
    const diff = '--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n+++ b/c\u0430t\n+x\r\n';
    const preview = { kind: 'diff', path: 'a', operation: 'edit', diff, added: 2, removed: 0 } as const;
    const shown = renderQuestion(approvalQuestion({ preview }), { ...view, style: createStyle(true) });
    expect(shown).toContain(createStyle(true).green('+++ b/c\u0430t'));
    expect(shown).toContain('look-alikes: \u0430');
    expect(shown).not.toContain('every line ends in');
  });

  it('looks at what a change brings, not at what the file holds already', () => {
    const diff = '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n c\u0430t\n-x\n+y\n';
    const preview = { kind: 'diff', path: 'a', operation: 'edit', diff, added: 1, removed: 1 } as const;
    expect(warnings(render({ preview }))).toEqual([]);
  });
});

it('breaks long lines itself, so that no text of others stands at the left edge', () => {
  verifies('question.shown.imitation');
  const colours = createStyle(true);
  const line = `  │ ${'x'.repeat(45)}? May y run?`;
  expect(wrapLines([line], { width: 49, lead: '  ┊ ' })).toEqual([`  │ ${'x'.repeat(45)}`, '  ┊ ? May y run?']);
  expect(wrapLines([colours.green('a'.repeat(40))], { width: 40, lead: '> ' })).toEqual([
    colours.green('a'.repeat(40)),
  ]);
  expect(wrapLines(['日本語'.repeat(10)], { width: 20, lead: '> ' })).toEqual([
    '日本語日本語日本語日',
    '> 本語日本語日本語日',
    '> 本語日本語日本語日',
    '> 本語',
  ]);
});

it.each([
  ['combining marks', `a${'\u0301'.repeat(1_000_000)}`],
  ['spaces', `x${' '.repeat(1_000_000)}\n`],
  ['spaces and tabs', ' \t'.repeat(500_000)],
  ['joiners', '\u200d'.repeat(1_000_000)],
  ['East Asian signs', 'ノ'.repeat(1_000_000)],
  ['look-alikes', 'aа '.repeat(333_333)],
  ['one line', 'x'.repeat(1_000_000)],
  ['lines', 'x\n'.repeat(100_000)],
  ['frames', '│\n'.repeat(500_000)],
])('shows a megabyte of %s without delay, and says what was not looked through', (_what, text) => {
  verifies('question.shown.bounded-time');
  const preview = { kind: 'command', command: text, cwd: '.', timeoutMs: 1 } as const;
  const started = performance.now();
  const { head, body, tail } = questionText(approvalQuestion({ preview }), view);
  wrapLines([...head, ...body, ...tail], { width: 100, lead: '  ' });
  expect(tail.join('\n')).toContain('only its first 100000 characters were looked through');
  // Far more than it takes, and far less than anything that grows with the square would.
  expect(performance.now() - started).toBeLessThan(15_000);
});

describe('a call that has run', () => {
  const refused: readonly Fact[] = [
    { kind: 'write', target: '.git/config', where: 'workspace', known: true, refused: true },
    { kind: 'net', target: 'a\u202eb.example.com', where: 'nowhere', known: true, refused: true, forbidden: true },
  ];
  const opened: Fact = { kind: 'net', target: 'b.example.com', where: 'nowhere', known: true, refused: true };

  it('is told at the head: how it ended, what was refused, and that it may have done part of its work', () => {
    verifies('sandbox.refused.asked');
    const exec: Fact = { kind: 'exec', target: 'make', where: 'nowhere', known: true };
    const shown = render({
      ...command('make'),
      facts: [exec, opened, ...refused.slice(0, 1)],
      reasons: ['writes .git/config, which the sandbox refused'],
      sandboxed: true,
      again: { ended: 'exit code 2', refused },
    });
    expect(shown).toBe(
      [
        '? May run_command run?',
        '  It was run, and the sandbox refused it what it needs (exit code 2):',
        '    writes .git/config',
        '    connects to a<U+202E>b.example.com, which is never allowed',
        '  With a yes it is run again, and may do that. It may have done part of its work already.',
        '  │ $ make',
        '  │ in /home/user',
        '  runs make',
        '  connects to b.example.com',
        '  medium: writes .git/config, which the sandbox refused',
        '  sandboxed',
        '  for exactly this call, abcdef012345',
      ].join('\n'),
    );
  });

  it('is told so by every style of asking', () => {
    const again = { ended: 'exit code 2', refused };
    const style = { title: 'Execute {tool}?', choices: [], otherwise: 'deny', listsArguments: true } as const;
    const { head } = questionText(approvalQuestion({ again }), { ...view, approval: style });
    expect(head[0]).toBe('? Execute edit_file?');
    expect(head).toHaveLength(5);
  });
});
