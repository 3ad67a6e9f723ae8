import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPolicies } from '../../../src/profile/local-harness/harness-policies.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { renderPermissionPrompt } from '../../../src/systems/local-harness/permission-prompt.js';
import { approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { documentedPrompt } from './fixtures/tools.js';
import { call, harnessResults, openHarness, typing } from './open-harness.js';

const lines = 'one\ntwo\nthree\nfour\nfive\nsix\n';

/** Who was asked about what, in a session of these calls. */
async function ask(calls: readonly ReturnType<typeof call>[], options: Parameters<typeof openHarness>[1]) {
  const session = await openHarness([{ calls }, { text: 'ok' }], options);
  const { events } = await play(session.send('go'));
  await session.close();
  return { events, results: harnessResults(events) };
}

describe('the prompt', () => {
  it('is that of the document', async () => {
    const user = typing('1');
    await ask([call('read_file', { path: 'README.md' })], { files: { 'README.md': 'x' }, ...user });
    expect(user.asked.map(renderPermissionPrompt)).toEqual([documentedPrompt]);
  });

  it('shows what replace_lines takes away and puts there', async () => {
    verifies('local-harness.permission.prompt-diff');
    const user = typing('1');
    const args = { path: 'a.txt', line_start: 3, line_end: 4, new_content: 'THREE' };
    await ask([call('replace_lines', args)], { files: { 'a.txt': lines }, ...user });
    expect(user.asked.map(renderPermissionPrompt)).toEqual([
      [
        '⚠️  Permission Request',
        '',
        'Tool: replace_lines',
        'Arguments: {"path": "a.txt", "line_start": 3, "line_end": 4, "new_content": "THREE"}',
        'Risk: HIGH',
        '',
        '--- a/a.txt',
        '+++ b/a.txt',
        '@@ -1,6 +1,5 @@',
        ' one',
        ' two',
        '-three',
        '-four',
        '+THREE',
        ' five',
        ' six',
        '',
        '[1] Allow Once  [2] Session  [3] Remember  [4] Deny',
      ].join('\n'),
    ]);
  });

  it('shows two lines on each side of what insert_lines inserts', async () => {
    verifies('local-harness.permission.prompt-insert');
    const user = typing('4');
    const args = { path: 'a.txt', line_start: 4, line_end: 4, new_content: 'new\nlines' };
    await ask([call('insert_lines', args)], { files: { 'a.txt': lines }, ...user });
    const [prompt = ''] = user.asked.map(renderPermissionPrompt);
    expect(prompt.split('\n').slice(9, 15)).toEqual([' two', ' three', '+new', '+lines', ' four', ' five']);
    expect(prompt).toContain('Risk: HIGH');
  });

  it('shows all arguments, with escapes for what would not be seen, and says where only once is possible', () => {
    const question = approvalQuestion({
      tool: 'write_file',
      arguments: { path: 'a', content: `${'x'.repeat(300)}\u202e\u001b[2J`, list: [1, null] },
      preview: { kind: 'arguments' },
      level: 'critical',
      offers: [],
      withheld: 'it is asked about each time',
    });
    expect(renderPermissionPrompt(question).split('\n').slice(3)).toEqual([
      `Arguments: {"path": "a", "content": "${'x'.repeat(300)}\\u202e\\u001b[2J", "list": [1, null]}`,
      'Risk: CRITICAL',
      'Only once: it is asked about each time',
      '',
      '[1] Allow Once  [4] Deny',
    ]);
  });
});

describe('answers', () => {
  const reads = ['a', 'b', 'a'].map((path) => call('read_file', { path }));
  const files = { a: 'x', b: 'y' };

  it('once, for the session, and no', async () => {
    for (const [typed, questions, outcomes] of [
      ['1', 3, ['none', 'none', 'none']],
      ['2', 1, ['none', 'none', 'none']],
      ['4', 3, ['permission_denied', 'permission_denied', 'permission_denied']],
    ] as const) {
      const user = typing(typed);
      const { results } = await ask(reads, { files, ...user });
      expect(user.asked).toHaveLength(questions);
      expect(results.map(({ error_type }) => error_type)).toEqual(outcomes);
    }
  });

  it('for the session cover the tool and no other, and end with it', async () => {
    verifies('local-harness.permission.grep-once');
    const store = createMemoryStore();
    const search = (pattern: string) => call('grep_search', { pattern });
    const user = typing('2');
    const calls = [search('x'), search('y'), call('grep_search', { pattern: 'z', include_hidden: true })];
    await ask([...calls, call('read_file', { path: 'a' })], { files, store, ...user });
    expect(user.asked.map(({ tool, level }) => [tool, level])).toEqual([
      ['grep_search', 'low'],
      ['read_file', 'medium'],
    ]);
    const later = typing('4');
    await ask([search('x')], { files, store, ...later });
    expect(later.asked).toHaveLength(1);
  });

  it('of any kind to grep_search hold for the session, but not for the next one, and a no is none', async () => {
    verifies('local-harness.permission.grep-once');
    const store = createMemoryStore();
    const search = (pattern: string) => call('grep_search', { pattern });
    for (const typed of ['1', '2']) {
      const user = typing(typed);
      const { results } = await ask([search('x'), search('y'), search('z')], { files, store, ...user });
      expect([user.asked.length, results.map(({ success }) => success)]).toEqual([1, [true, true, true]]);
    }
    const denying = typing('4');
    await ask([search('x'), search('y')], { files, store, ...denying });
    expect(denying.asked).toHaveLength(2);
  });

  it('to grep_search do not reach a credential', async () => {
    verifies('local-harness.permission.grep-once');
    const user = typing('1', '4');
    const secret = call('grep_search', { pattern: 'TOKEN', file_filter: '.env*' });
    const { results } = await ask([call('grep_search', { pattern: 'x', file_filter: 'a' }), secret], {
      files: { ...files, '.env': 'TOKEN=abcdefgh' },
      ...user,
    });
    expect(user.asked).toHaveLength(2);
    expect(results[1]).toMatchObject({ success: false, error_type: 'permission_denied' });
  });

  it('that last do not reach credentials and protected places', async () => {
    const user = typing('2', '4');
    const { results } = await ask(
      [call('read_file', { path: 'a' }), call('read_file', { path: '.env' }), call('read_file', { path: 'b' })],
      { files: { ...files, '.env': 'TOKEN=abcdefgh' }, ...user },
    );
    expect(results.map(({ error_type }) => error_type)).toEqual(['none', 'permission_denied', 'none']);
  });

  it('are waited for where no person is there', async () => {
    const session = await openHarness([{ calls: reads.slice(0, 1) }, { text: 'ok' }], { files });
    const { result } = session.send('go');
    while (session.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const [question] = session.questions;
    session.answer(question?.id ?? '', { choice: 'once' });
    expect(await result).toMatchObject({ reason: 'answered', deniedUnasked: 0 });
  });
});

describe('policies.json', () => {
  const file = '.config/localharness/policies.json';
  const policy = (mode: 'always_allow' | 'deny' | 'ask_each_time', path_patterns: readonly string[]) =>
    ({ scope: 'read_files', mode, path_patterns, deny_patterns: ['docs/secret.md'] }) as const;
  const homeWith = (text: string): string => {
    const home = newFolder();
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
    return home;
  };
  const paths = ['docs/a.md', 'docs/secret.md', 'src/a.zig', 'out/x'];
  const files = Object.fromEntries(paths.map((path) => [path, 'x']));
  const askedIn = async (home: string) => {
    const user = typing('1');
    const { events, results } = await ask(
      paths.map((path) => call('read_file', { path })),
      { files, env: { HOME: home }, ...user },
    );
    return { events, types: results.map(({ error_type }) => error_type), asked: user.asked.map(argumentOf) };
  };

  it('of the home folder is gone by: the first that is about a file decides, else the user is asked', async () => {
    verifies('local-harness.permission.policies-file');
    const home = homeWith(renderPolicies([policy('always_allow', ['docs/**']), policy('deny', ['out/**'])]));
    const { asked, types, events } = await askedIn(home);
    expect(asked).toEqual(['docs/secret.md', 'src/a.zig']);
    expect(types).toEqual(['none', 'none', 'none', 'permission_denied']);
    expect(bodies(events, 'call-decided').map(({ verdict }) => verdict)).toEqual(['allow', 'ask', 'ask', 'deny']);
    // A change of it counts at once.
    writeFileSync(join(home, file), renderPolicies([policy('always_allow', ['*'])]));
    expect((await askedIn(home)).asked).toEqual(['docs/secret.md']);
  });

  it('tells once what is left out of it', async () => {
    verifies('local-harness.permission.policies-tolerant');
    const odd = [{ scope: 'x'.repeat(200), mode: 'deny' }, policy('always_allow', ['*']), 7];
    const warned: string[] = [];
    const calls = paths.map((path) => call('read_file', { path }));
    await ask(calls, {
      files,
      env: { HOME: homeWith(JSON.stringify(odd)) },
      log: { warn: (message) => void warned.push(message), debug: () => {} },
      ...typing('1'),
    });
    expect(warned).toEqual([
      expect.stringMatching(/^~\/\.config\/localharness\/policies\.json: policy 1 has the unknown scope "x{60,63}…?$/),
      '~/.config/localharness/policies.json: policy 3 is no object',
    ]);
  });

  it('is not gone by where it cannot be read, or anybody could have written it', async () => {
    verifies('local-harness.permission.policies-file');
    expect((await askedIn(homeWith('no json'))).asked).toEqual(paths);
    const open = homeWith(renderPolicies([policy('always_allow', ['*'])]));
    chmodSync(join(open, file), 0o666);
    expect((await askedIn(open)).asked).toEqual(paths);
  });
});

const argumentOf = ({ arguments: args }: { readonly arguments: unknown }): string =>
  (args as { readonly path: string }).path;
