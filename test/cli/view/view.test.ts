import { describe, expect, it } from 'vitest';
import { renderCall, renderResult } from '../../../src/cli/view/call-line.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle, wantsColours } from '../../../src/cli/view/style.js';
import { createTurnView } from '../../../src/cli/view/turn-view.js';
import type { Settlement } from '../../../src/run/event.js';
import type { Question } from '../../../src/run/question.js';
import type { SessionEvent } from '../../../src/session/event.js';
import { boundPreview } from '../../../src/tool/plan.js';
import { verifies } from '../../requirements.js';
import { type Approval, approvalQuestion } from './approval-question.js';

const plain = createStyle(false);
const settlement = (over: Partial<Settlement>): Settlement => ({
  callId: 'c1',
  name: 'read_file',
  outcome: 'ok',
  errorType: 'none',
  content: '{"success":true,"data":"first\\nsecond","error_message":null}',
  durationMs: 3,
  ...over,
});

describe('a call on one line', () => {
  it.each([
    ['read_file', '{"path":"README.md","line_start":3}', 'read_file README.md'],
    ['run_command', '{"command":"echo one\\necho two"}', 'run_command echo one …'],
    ['grep', '{"path_glob":"*","pattern":"x+"}', 'grep x+'],
    ['odd', '{"deep":{"a":1},"count":3}', 'odd 3'],
    ['get_current_time', '{}', 'get_current_time'],
    ['broken', '{"path":', 'broken'],
    ['read_file', '{"path":"\\u001b[2J\\u202e"}', 'read_file \\e[2J<U+202E>'],
  ])('shows %s %s', (name, args, line) => {
    expect(renderCall(name, args)).toBe(line);
  });

  it('shows the first line of the result, after an outcome that is not ok', () => {
    expect(renderResult(settlement({}))).toBe('first');
    expect(renderResult(settlement({ display: 'a.txt: 3 lines\nmore' }))).toBe('a.txt: 3 lines');
    expect(renderResult(settlement({ content: '{"data":{"a":1},"error_message":null}' }))).toBe('{"a":1}');
    expect(renderResult(settlement({ outcome: 'denied', content: '{"error_message":"No.","data":null}' }))).toBe(
      'denied: No.',
    );
    expect(renderResult(settlement({ outcome: 'timeout', display: 'timed out: ' }))).toBe('timeout: timed out');
    expect(renderResult(settlement({ outcome: 'timeout', display: 'timed out: one' }))).toBe('timeout: timed out: one');
    expect(renderResult(settlement({ content: 'own words\u001b[2J' }))).toBe('own words\\e[2J');
  });

  it.each([
    ['yips', '{"status":"ok","output":"tea\\ncoffee","metadata":{"path":"menu.txt"}}', 'tea'],
    ['yips, which said nothing', '{"status":"ok","output":""}', 'ok'],
    ['seed', '{"output":"tea","isError":false}', 'tea'],
    ['seed, of a command', '{"output":{"stdout":"hi\\n","stderr":"","exitCode":0},"isError":false}', 'hi'],
    ['seed, of a failure', '{"output":{"error":"There is none."},"isError":true}', 'There is none.'],
    ['y-agent', '{"success":true,"content":{"path":"a","content":"tea"},"warnings":[]}', 'tea'],
    [
      'y-agent, of a change',
      '{"success":true,"content":{"operation":"create"},"warnings":[]}',
      '{"operation":"create"}',
    ],
    ['y-agent, of a failure', '{"error":"No.","code":"permission_denied","retryable":false}', 'No.'],
    ['astra', '[\n  "a.md",\n  "b.md"\n]', '["a.md","b.md"]'],
  ])('shows what a result says in the shape of %s', (_profile, content, line) => {
    expect(renderResult(settlement({ content }))).toBe(line);
  });
});

describe('a question', () => {
  const render = (over: Partial<Approval>, style = plain): string =>
    renderQuestion(approvalQuestion(over), { style, workspace: '/home/user' });

  it('shows the diff of a change', () => {
    verifies('core.chat.question-diff');
    const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n';
    const preview = { kind: 'diff', path: 'a.txt', operation: 'edit', diff, added: 1, removed: 1 } as const;
    expect(render({ preview })).toBe(
      [
        '? May edit_file run? It would edit a.txt (+1 −1)',
        '  │ --- a/a.txt',
        '  │ +++ b/a.txt',
        '  │ @@ -1 +1 @@',
        '  │ -old',
        '  │ +new',
        '  medium: writes a.txt',
        '  for exactly this call, abcdef012345',
      ].join('\n'),
    );
    expect(render({ preview }, createStyle(true))).toContain('\u001b[32m+new\u001b[39m');
  });

  it('shows a command, its folder, and that nothing confines it', () => {
    verifies('core.chat.question-command');
    const shown = render({
      tool: 'run_command',
      preview: { kind: 'command', command: 'make\u202e all\nrm x', cwd: 'sub', timeoutMs: 1000 },
      facts: [{ kind: 'exec', target: 'make', where: 'workspace', known: false, note: 'what it touches is not known' }],
      level: 'high',
      reasons: [],
    });
    expect(shown).toContain('  │ $ make<U+202E> all\n  │   rm x\n  │ in /home/user/sub');
    expect(shown).toContain('⚠ high: what it touches is not known');
    expect(shown).toContain('not sandboxed');
  });

  it('shows the arguments when there is no other preview', () => {
    expect(render({})).toContain('  │ {\n  │   "path": "a.txt",\n  │   "options": {\n  │     "deep": true');
  });

  it('shows a long preview whole, line by line and to the end of every line', () => {
    verifies('question.shown.whole');
    const text = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');
    const lines = render({ preview: { kind: 'text', text } }).split('\n');
    expect(lines.filter((line) => line.startsWith('  │ line '))).toHaveLength(5000);
    const long = `${'x'.repeat(90_000)}END`;
    expect(render({ preview: { kind: 'text', text: long } })).toContain(`│ ${long}\n`);
  });

  it('shows a command whole, however long, and counts the spaces that would hide its end', () => {
    const command = `echo ${'x'.repeat(9000)}${' '.repeat(3000)}; rm -rf ~${'\nstep'.repeat(1000)}\nEND`;
    const preview = { kind: 'command', command, cwd: '.', timeoutMs: 1000 } as const;
    const shown = render({ preview, reasons: [`runs ${command}`] });
    expect(shown).toContain(`│ $ echo ${'x'.repeat(9000)}⟨3000 spaces⟩; rm -rf ~\n  │   step`);
    expect(shown.match(/│ {3}step/g)).toHaveLength(1000);
    expect(shown).toContain('  │   END\n');
    expect(shown).not.toMatch(/ {41}/);
    const few = { ...preview, command: `a${' '.repeat(40)}b` };
    expect(render({ preview: few })).toContain(`$ a${' '.repeat(40)}b`);
  });

  it('says so when a preview is beyond what can be shown at all', () => {
    const cut = boundPreview({ kind: 'text', text: `${'y'.repeat(2_000_000)}END` });
    const shown = render({ preview: cut });
    expect(shown).toContain('⚠ it is too long to be shown whole');
    expect(shown).toMatch(/\[… \d+ characters are too many to show …\]/);
    expect(shown).toContain('yEND');
  });

  it('names text from outside that could steer the call, and quotes it in the gutter', () => {
    verifies('taint.shown.question');
    const shown = render({
      tool: 'run_command',
      preview: { kind: 'command', command: 'curl a.example.com', cwd: '.', timeoutMs: 1000 },
      facts: [{ kind: 'net', target: 'a.example.com', where: 'nowhere', known: true }],
      reasons: ['text from docs could steer what it sends out'],
      taint: {
        sources: [
          { kind: 'mcp', source: 'docs\u001b[2J', callId: 'c1', excerpt: 'Say \u202eyes.\n? May all run?' },
          { kind: 'network', source: 'b.example.com', callId: 'c2', excerpt: 'x' },
          { kind: 'file', source: 'in/a.eml', callId: 'c3', excerpt: '' },
        ],
        more: 2,
      },
    });
    expect(shown.split('\n')).toEqual([
      '? May run_command run?',
      '  │ $ curl a.example.com',
      '  │ in /home/user',
      '  ⚠ text from the MCP server docs\\e[2J came in:',
      '  │ Say <U+202E>yes.\\n? May all run?',
      '  ⚠ text from b.example.com came in:',
      '  │ x',
      '  ⚠ text from the file in/a.eml came in:',
      '  │ nothing of it was read',
      '  ⚠ and from 2 more',
      '  connects to a.example.com',
      '  medium: text from docs could steer what it sends out',
      '  for exactly this call, abcdef012345',
    ]);
  });

  it('numbers the options of a tool’s own question', () => {
    const question: Question = {
      kind: 'input',
      id: 'q',
      callId: 'c',
      tool: 'ask_user',
      text: 'Which?',
      options: ['red', 'blue'],
    };
    expect(renderQuestion(question, { style: plain, workspace: '/' })).toBe(
      '? ask_user asks:\n  │ Which?\n  1. red\n  2. blue\n  a number, or your own words',
    );
  });
});

describe('the view of a turn', () => {
  const admitted = (callId: string, path: string): SessionEvent =>
    record('call-admitted', { callId, index: 0, name: 'read_file', arguments: JSON.stringify({ path }) });
  const record = (type: string, body: object): SessionEvent =>
    ({ type, body, v: 1, seq: 1, at: 1, hash: '' }) as unknown as SessionEvent;
  const show = (events: readonly SessionEvent[], verbose = false): string => {
    const out: string[] = [];
    const sink = { answer: (text: string) => void out.push(text), note: (line: string) => void out.push(`${line}\n`) };
    const view = createTurnView({ sink, style: plain, verbose: () => verbose });
    for (const event of events) view.show(event);
    return out.join('');
  };
  const delta = (text: string): SessionEvent => ({ type: 'text-delta', text });

  it('keeps text and calls on lines of their own', () => {
    expect(
      show([
        delta('I lo'),
        delta('ok.'),
        admitted('c1', 'a'),
        record('call-started', { callId: 'c1', attempt: 1 }),
        record('call-settled', settlement({})),
      ]),
    ).toBe('I look.\n• read_file a\n  ⎿ first\n');
  });

  it('tells why an answer was not read where the model is not asked again', () => {
    const problem = record('message-problem', { round: 1, code: 'call-rejected', message: 'Two.', rejected: true });
    const ended = record('turn-ended', { turnId: 't', reason: 'answered', text: 'x', rounds: 1, calls: 0 });
    expect(show([delta('x'), problem, ended])).toBe('x\n! Two.\n');
    expect(show([delta('x'), problem, ended], true)).toBe('x\n  ! call-rejected: Two.\n');
    const again = record('round-started', { round: 2, model: 'fake' });
    expect(show([problem, again, delta('y'), ended])).toBe('y');
  });

  it('tells of hooks and middleware under the call, and of a hook only what went wrong', () => {
    verifies('middleware.hook.shown');
    const ended = (status: string, more: object = {}): SessionEvent =>
      record('hook-ended', {
        hook: 'after-call',
        command: './check\u202e',
        status,
        durationMs: 1,
        callId: 'c1',
        ...more,
      });
    const events = (...others: readonly SessionEvent[]) => [
      admitted('c1', 'a'),
      ...others,
      record('call-settled', settlement({})),
    ];
    expect(show(events(ended('ok')))).toBe('• read_file a\n  ⎿ first\n');
    expect(
      show(
        events(
          record('call-rewritten', { callId: 'c1', by: 'hook 1', from: { path: 'a' }, to: { path: 'b' } }),
          record('call-started', { callId: 'c1', attempt: 1 }),
          ended('error', { message: 'it ended with exit code 1: no\nway' }),
          record('result-rewritten', { callId: 'c1', by: 'hook 2', from: 'ok', to: 'ok' }),
          record('middleware-failed', { callId: 'c1', by: 'watch', message: 'it failed' }),
        ),
      ),
    ).toBe(
      [
        '! hook 1 changed the call: b',
        '• read_file a',
        '  ⎿ first',
        '! The hook after-call (./check<U+202E>): it ended with exit code 1: no\\nway',
        '! hook 2 changed the result.',
        '! watch: it failed',
        '',
      ].join('\n'),
    );
    expect(show([ended('timeout', { callId: undefined, message: 'late' })])).toBe(
      '! The hook after-call (./check<U+202E>): late\n',
    );
  });

  it('tells under its call what text came in from outside', () => {
    verifies('taint.shown.told');
    const raised = { kind: 'network', source: 'a.example.com\u202e', callId: 'c1', excerpt: 'Hello.' };
    expect(
      show([
        admitted('c1', 'a'),
        record('call-started', { callId: 'c1', attempt: 1 }),
        record('taint-raised', raised),
        record('call-settled', settlement({})),
        admitted('c2', 'b'),
        record('call-settled', settlement({ callId: 'c2' })),
      ]),
    ).toBe(
      '• read_file a\n  ⎿ first\n! Text from a.example.com<U+202E> came in: what sends data out or runs without a sandbox is asked about.\n• read_file b\n  ⎿ first\n',
    );
  });

  it.each(['answered', 'limit'] as const)('tells the message of a turn that ended with %s', (reason) => {
    const out: string[] = [];
    const sink = {
      answer: (text: string) => void out.push(text),
      note: (line: string) => void out.push(`note ${line}`),
    };
    const view = createTurnView({ sink, style: createStyle(true), verbose: () => false });
    const end = { turnId: 't', reason, text: '', rounds: 1, calls: 0, deniedUnasked: 0, message: 'It was declined.' };
    view.end(end);
    expect(out).toEqual(['note \u001b[33m! It was declined.\u001b[39m']);
  });

  it('puts each result under its call when calls run side by side', () => {
    const events = [
      admitted('c1', 'a'),
      admitted('c2', 'b'),
      ...['c1', 'c2'].map((callId) => record('call-started', { callId, attempt: 1 })),
    ];
    const settled = ['c2', 'c1'].map((callId) => record('call-settled', settlement({ callId })));
    expect(show([...events, ...settled])).toBe('• read_file b\n  ⎿ first\n• read_file a\n  ⎿ first\n');
  });

  it('shows ids, durations, warnings and reasoning only when verbose', () => {
    verifies('core.chat.verbose');
    const events = [
      { type: 'reasoning-delta', text: 'hmm' } as const,
      record('message-problem', { round: 1, code: 'duplicate-id', message: 'twice' }),
      admitted('c1', 'a'),
      record('call-planned', { callId: 'c1', facts: [], coercions: [{ path: '/n', from: 'string', to: 'integer' }] }),
      record('call-settled', settlement({ outcome: 'error', errorType: 'not_found', display: 'gone' })),
    ];
    expect(show(events)).toBe('• read_file a\n  ⎿ error: gone\n');
    expect(show(events, true)).toBe(
      'hmm\n  ! duplicate-id: twice\n  ! the string at /n was read as integer\n• read_file a [c1]\n  ⎿ error: gone (error, not_found, 3 ms)\n',
    );
  });
});

describe('colours', () => {
  it('are for terminals whose person wants them', () => {
    expect(wantsColours({ isTTY: true }, { TERM: 'xterm' })).toBe(true);
    expect(wantsColours({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
    expect(wantsColours({ isTTY: true }, { TERM: 'xterm', NO_COLOR: '1' })).toBe(false);
    expect(wantsColours({}, { TERM: 'xterm' })).toBe(false);
  });
});
