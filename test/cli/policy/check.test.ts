import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { createPolicyFolder } from './policy-folder.js';

const answersOf = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const read = (target: string, where = 'workspace') => ({ kind: 'read', target, where, known: true });
const line = (value: object): string => JSON.stringify(value);

const lines: readonly (readonly [name: string, asked: object, answer: object])[] = [
  [
    'a read',
    { id: 'a', tool: 'read_file', arguments: { path: 'README.md' } },
    { id: 'a', verdict: 'allow', level: 'safe', reasons: [], facts: [read('README.md')] },
  ],
  [
    'arguments as text, and no id',
    { tool: 'read_file', arguments: '{"path": "README.md"}' },
    { id: null, verdict: 'allow', level: 'safe', reasons: [], facts: [read('README.md')] },
  ],
  [
    'a folder to start in',
    { id: 1, tool: 'read_file', arguments: { path: 'x' }, cwd: '/etc' },
    {
      id: 1,
      verdict: 'ask',
      level: 'medium',
      reasons: ['reads /etc/x, outside the workspace'],
      facts: [read('/etc/x', 'outside')],
    },
  ],
  [
    'a folder to start in, of arguments as text',
    { id: 1, tool: 'read_file', arguments: '{"path":"x"}', cwd: 'src' },
    { id: 1, verdict: 'allow', level: 'safe', reasons: [], facts: [read('src/x')] },
  ],
  [
    'a folder to look around in',
    { id: 1, tool: 'list_dir', cwd: 'src' },
    { id: 1, verdict: 'allow', level: 'safe', reasons: [], facts: [read('src')] },
  ],
  [
    'rules of its own',
    { id: 2, tool: 'read_file', arguments: { path: 'README.md' }, rules: [{ deny: 'read(README*)' }] },
    {
      id: 2,
      verdict: 'deny',
      level: 'safe',
      reasons: ['the rule "deny read(README*)" is about `README.md`'],
      facts: [read('README.md')],
    },
  ],
  [
    'nobody there to be asked',
    { id: 3, tool: 'write_file', arguments: { path: 'a', content: '' }, interactive: false },
    {
      id: 3,
      verdict: 'deny',
      level: 'medium',
      reasons: ['nobody is there to be asked', 'writes a'],
      facts: [{ kind: 'write', target: 'a', where: 'workspace', known: true }],
    },
  ],
  [
    'a mode',
    { id: 4, tool: 'write_file', arguments: { path: 'a', content: '' }, mode: 'edit' },
    {
      id: 4,
      verdict: 'allow',
      level: 'medium',
      reasons: [],
      facts: [{ kind: 'write', target: 'a', where: 'workspace', known: true }],
    },
  ],
  [
    'delete_file',
    { id: 5, tool: 'delete_file', arguments: { path: 'README.md' }, mode: 'edit' },
    {
      id: 5,
      verdict: 'ask',
      level: 'high',
      reasons: ['deletes README.md'],
      facts: [{ kind: 'delete', target: 'README.md', where: 'workspace', known: true }],
    },
  ],
  [
    'move_file',
    { id: 6, tool: 'move_file', arguments: { from: 'README.md', to: 'b' } },
    {
      id: 6,
      verdict: 'ask',
      level: 'medium',
      reasons: ['moves README.md', 'writes b'],
      facts: [
        { kind: 'move', target: 'README.md', where: 'workspace', known: true },
        { kind: 'write', target: 'b', where: 'workspace', known: true },
      ],
    },
  ],
  [
    'append_file',
    { id: 7, tool: 'append_file', arguments: { path: 'README.md', content: 'x' }, mode: 'plan' },
    {
      id: 7,
      verdict: 'deny',
      level: 'medium',
      reasons: ['plan mode is read-only: writes README.md'],
      facts: [{ kind: 'write', target: 'README.md', where: 'workspace', known: true }],
    },
  ],
  [
    'web_fetch',
    { id: 8, tool: 'web_fetch', arguments: { url: 'https://docs.example.com/a' } },
    {
      id: 8,
      verdict: 'ask',
      level: 'medium',
      reasons: ['connects to docs.example.com'],
      facts: [{ kind: 'net', target: 'docs.example.com', where: 'nowhere', known: true }],
    },
  ],
  [
    'a tool that is none',
    { id: 9, tool: 'read_fil' },
    {
      id: 9,
      verdict: 'deny',
      level: 'safe',
      reasons: ['There is no tool named "read_fil". Did you mean read_file?'],
      facts: [],
      refused: 'not_found',
    },
  ],
];

const wrongLines: readonly (readonly [line: string, id: number | null, message: RegExp])[] = [
  ['not json', null, /^The line is no JSON: /],
  ['[]', null, /^The line is no object: /],
  ['{"id":3}', 3, /^The line has no "tool"/],
  ['{"id":3,"tool":7}', 3, /^The line has no "tool"/],
  ['{"id":3,"tool":"x","arguments":[]}', 3, /"arguments" has to be an object/],
  ['{"id":3,"tool":"x","mode":"reckless"}', 3, /"mode" has to be one of ask, edit, plan, auto/],
  ['{"id":3,"tool":"x","mode":"constructor"}', 3, /"mode" has to be one of/],
  ['{"id":3,"tool":"x","cwd":1}', 3, /"cwd" has to be the path of a folder/],
  ['{"id":3,"tool":"x","interactive":"no"}', 3, /"interactive" has to be true or false/],
  ['{"id":3,"tool":"x","rules":{}}', 3, /In "rules": rules must be a list/],
  ['{"id":3,"tool":"x","rules":[{"deny":"raed(x)"}]}', 3, /In "rules": .*did you mean read/],
];

describe('toolwright policy check --jsonl', () => {
  it('answers each line with verdict, level, reasons and facts', async () => {
    verifies('policy.commands.check', 'policy.facts.every-tool', 'policy.facts.one-engine');
    const folder = createPolicyFolder();
    folder.write('src/x', '');
    const input = lines.map(([, asked]) => line(asked)).join('\n');
    const { stdout, stderr, code } = await folder.policy(['check', '--jsonl'], input);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const answers = answersOf(stdout);
    expect(answers).toHaveLength(lines.length);
    for (const [at, [name, , answer]] of lines.entries()) expect(answers[at], name).toEqual(answer);
  });

  it('answers a line that cannot be read with an error, and goes on', async () => {
    verifies('policy.commands.check');
    const good = line({ id: 'good', tool: 'get_current_time' });
    const input = wrongLines.map(([wrong]) => `${wrong}\n${good}\n`).join('');
    const { stdout, stderr, code } = await createPolicyFolder().policy(['check', '--jsonl'], input);
    expect({ answers: answersOf(stdout), stderr, code }).toEqual({
      answers: wrongLines.flatMap(([, id, message]) => [
        { id, error: { code: 'bad-request', message: expect.stringMatching(message) } },
        { id: 'good', verdict: 'allow', level: 'safe', reasons: [], facts: [] },
      ]),
      stderr: '',
      code: 1,
    });
  });

  it.each([
    ['', []],
    ['\r\n  \r\n', []],
    ['{"id":1,"tool":"get_current_time"}\r\n\r\n{"id":2,"tool":"get_current_time"}', [1, 2]],
    ['{"id":"\u00fc\u{1f600}","tool":"get_current_time"}\n', ['\u00fc\u{1f600}']],
  ])('takes any ends of lines: %j', async (input, ids) => {
    const { stdout, code } = await createPolicyFolder().policy(['check', '--jsonl'], input);
    expect({ ids: answersOf(stdout).map((answer) => (answer as { id: unknown }).id), code }).toEqual({ ids, code: 0 });
  });

  it('keeps the order over a thousand lines, and runs none of them', async () => {
    verifies('policy.commands.check');
    const folder = createPolicyFolder();
    const asked = Array.from({ length: 1000 }, (_, id) => {
      if (id % 3 === 0) return { id, tool: 'read_file', arguments: { path: `f${id}` }, rules: [{ deny: 'read' }] };
      if (id % 3 === 1) return { id, tool: 'run_command', arguments: { command: `touch made-${id} && cat f${id}` } };
      return { id, tool: 'write_file', arguments: { path: `made-${id}`, content: '' }, mode: 'edit' };
    });
    const { stdout, code } = await folder.policy(['check', '--jsonl'], asked.map(line).join('\n'));
    const seen = answersOf(stdout) as { readonly id: number; readonly verdict: string }[];
    expect({ seen: seen.map(({ id, verdict }) => ({ id, verdict })), code }).toEqual({
      seen: asked.map(({ id }) => ({ id, verdict: ['deny', 'ask', 'allow'][id % 3] })),
      code: 0,
    });
    const { stdout: left } = await folder.policy(['check', '--jsonl'], line({ tool: 'list_dir' }));
    expect(left).not.toContain('made-');
  });

  it('answers for the folders it is told', async () => {
    verifies('policy.commands.check');
    const folder = createPolicyFolder();
    const scene = ['--workspace', folder.home, '--home', folder.work];
    const asked = ['cat ~/README.md', 'rm -rf ~', 'ls'].map((command, id) =>
      line({ id, tool: 'run_command', arguments: { command } }),
    );
    const { stdout } = await folder.policy(['check', '--jsonl', ...scene], asked.join('\n'));
    expect(answersOf(stdout)).toMatchObject([
      { id: 0, verdict: 'ask', reasons: [`reads ${folder.work}/README.md, outside the workspace`] },
      { id: 1, verdict: 'deny', reasons: [`deletes ${folder.work}, which is or holds your home folder`] },
      { id: 2, verdict: 'allow' },
    ]);
  });

  it('bounds a line, and what a command may be', async () => {
    verifies('design.policy.shell-64k', 'policy.analysis.bounded');
    const command = `echo ${'a'.repeat(70_000)}`;
    const asked = [line({ id: 1, tool: 'run_command', arguments: { command } }), 'x'.repeat(65 * 1024 * 1024)];
    const { stdout, code } = await createPolicyFolder().policy(['check', '--jsonl'], asked.join('\n'));
    expect({ answers: answersOf(stdout), code }).toMatchObject({
      answers: [
        { id: 1, verdict: 'ask', reasons: [expect.stringMatching(/over 64 KB, too long to be looked into$/)] },
        { id: null, error: { message: expect.stringContaining('at most 67108864 are read') } },
      ],
      code: 1,
    });
  });

  it('needs --jsonl', async () => {
    const { code, stderr } = await createPolicyFolder().policy(['check']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('give --jsonl') });
  });

  it('ends quietly when the reader goes away', async () => {
    const folder = createPolicyFolder();
    const asked = `${line({ tool: 'read_file', arguments: { path: 'README.md' } })}\n`.repeat(20_000);
    const child = spawn(process.execPath, [await builtCli(), 'policy', 'check', '--jsonl'], {
      cwd: folder.work,
      env: { PATH: process.env['PATH'], HOME: folder.home },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(asked);
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, said }).toEqual({ code: 0, said: '' });
  });
});
