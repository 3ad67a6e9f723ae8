import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import type { ChangeBody } from '../../src/change/event.js';
import type { Question } from '../../src/run/question.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play, results } from '../session/open.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';

const call = (name: string, args: object = {}) => ({ name, arguments: args });

describe('the built-in tools in a session', () => {
  it('speak one vocabulary in snake_case', () => {
    verifies('design.tool.snake-case');
    const words = new Set(
      builtinTools.flatMap(({ name, parameters }) => [name, ...Object.keys(parameters['properties'] ?? {})]),
    );
    for (const word of words) expect(word).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect([...words]).toEqual(
      expect.arrayContaining([
        'path',
        'content',
        'old_text',
        'new_text',
        'replace_all',
        'line_start',
        'line_end',
        'pattern',
        'command',
        'cwd',
        'timeout_ms',
      ]),
    );
  });

  it('that touch nothing need no approval', async () => {
    verifies('local-harness.tool.system-safe');
    const session = await open([{ calls: [call('get_current_time'), call('get_working_directory')] }, { text: 'ok' }], {
      builtins: true,
      mode: 'ask',
    });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-decided').map(({ verdict, level }) => `${verdict} ${level}`)).toEqual([
      'allow safe',
      'allow safe',
    ]);
    expect(results(events).every(({ success }) => success)).toBe(true);
  });

  it('change nothing while they plan, and what was shown is what is done', async () => {
    verifies('core.contract.plan-changes-nothing', 'design.tool.plan-read-only');
    const folder = newFolder();
    writeFileSync(join(folder, 'a.txt'), 'one\n');
    const calls = [
      call('write_file', { path: 'new/b.txt', content: 'b' }),
      call('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' }),
      call('run_command', { command: 'touch c.txt' }),
    ];
    const asked: Question[] = [];
    const session = await open([{ calls }, { text: 'ok' }, { calls }, { text: 'ok' }], {
      builtins: true,
      workspace: folder,
      onQuestion: (question) => {
        asked.push(question);
        return asked.length <= 3 ? { choice: 'deny' } : { choice: 'once' };
      },
    });
    await session.send('try').result;
    expect(readdirSync(folder)).toEqual(['a.txt']);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
    expect(asked.map((question) => question.kind === 'approval' && question.preview.kind)).toEqual([
      'diff',
      'diff',
      'command',
    ]);
    const { events } = await play(session.send('do it'));
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n');
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'c.txt', 'new']);
    verifies('design.events.change-staged', 'design.events.change-applied');
    expect(bodies(events, 'change-staged').length).toBeGreaterThanOrEqual(2);
    const applied = (bodies(events, 'change-applied') as readonly ChangeBody[]).filter(
      ({ operation }) => operation !== 'command',
    );
    expect(applied.map(({ paths, operation }) => `${operation} ${paths.map(({ path }) => path)}`)).toEqual([
      'create new,new/b.txt',
      'edit a.txt',
    ]);
  });

  it('ask again when the file changed while the question waited', async () => {
    const folder = newFolder();
    const path = join(folder, 'a.txt');
    writeFileSync(path, 'one\n');
    const diffs: string[] = [];
    const session = await open(
      [{ calls: [call('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' })] }, { text: 'ok' }],
      {
        builtins: true,
        workspace: folder,
        onQuestion: (question) => {
          if (question.kind === 'approval' && question.preview.kind === 'diff') diffs.push(question.preview.diff);
          if (diffs.length === 1) writeFileSync(path, 'zero\none\n');
          return { choice: 'once' };
        },
      },
    );
    await session.send('go').result;
    expect(diffs).toHaveLength(2);
    expect(diffs[1]).toContain(' zero');
    expect(readFileSync(path, 'utf8')).toBe('zero\ntwo\n');
  });

  it('that cannot succeed are never put to the person', async () => {
    verifies('seed.edit.preflight', 'core.contract.plan-refuses');
    const folder = newFolder();
    writeFileSync(join(folder, 'a.txt'), 'one one\n');
    const calls = [
      call('edit_file', { path: 'a.txt', old_text: 'two', new_text: 'x' }),
      call('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'x' }),
      call('edit_file', { path: 'missing.txt', old_text: 'one', new_text: 'x' }),
      call('write_file', { path: '.', content: 'x' }),
    ];
    const asked: Question[] = [];
    const session = await open([{ calls }, { text: 'ok' }], {
      builtins: true,
      workspace: folder,
      onQuestion: (question) => {
        asked.push(question);
        return { choice: 'once' };
      },
    });
    const { events } = await play(session.send('go'));
    expect(asked).toEqual([]);
    expect(results(events).map(({ error_type }) => error_type)).toEqual([
      'not_found',
      'ambiguous',
      'not_found',
      'validation_failed',
    ]);
  });

  it('outside the workspace are a question, not an accident', async () => {
    verifies('core.workspace.outside-fact', 'local-harness.result.type-io-error');
    const outside = newFolder();
    writeFileSync(join(outside, 'secret.txt'), 'hidden');
    const asked: Question[] = [];
    const calls = [
      call('read_file', { path: join(outside, 'secret.txt') }),
      call('read_file', { path: '/proc/self/clear_refs' }),
    ];
    const session = await open([{ calls }, { text: 'ok' }], {
      builtins: true,
      onQuestion: (question) => {
        asked.push(question);
        return { choice: asked.length === 1 ? 'deny' : 'once' };
      },
    });
    const { events } = await play(session.send('go'));
    expect(asked[0]).toMatchObject({ facts: [{ kind: 'read', where: 'outside' }], level: 'medium' });
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['permission_denied', 'io_error']);
    expect(JSON.stringify(results(events))).not.toContain('hidden');
  });

  it('say when a search could not look everywhere', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'closed'));
    writeFileSync(join(folder, 'closed/in.txt'), 'needle');
    writeFileSync(join(folder, 'secret.txt'), 'needle');
    const calls = [call('grep', { pattern: 'needle' }), call('glob', { pattern: '*.none' })];
    const session = await open([{ calls }, { text: 'ok' }], { builtins: true, workspace: folder });
    const { events } = await asOrdinaryUser(folder, async () => {
      chmodSync(join(folder, 'secret.txt'), 0o000);
      chmodSync(join(folder, 'closed'), 0o000);
      const played = await play(session.send('go'));
      chmodSync(join(folder, 'closed'), 0o700);
      return played;
    });
    const said = results(events)
      .map(({ data }) => String(data))
      .sort();
    expect(said).toEqual([
      expect.stringMatching(/No files match.*1 files or folders could not be read/),
      expect.stringMatching(/No matches.*2 files or folders could not be read/),
    ]);
  });

  it('fit their pages into the bound of a result, so that nothing is cut twice', async () => {
    const folder = newFolder();
    writeFileSync(
      join(folder, 'long.txt'),
      Array.from({ length: 5000 }, (_, index) => `line "${index}"\t\\`).join('\n'),
    );
    const calls = [call('read_file', { path: 'long.txt' }), call('run_command', { command: 'cat long.txt' })];
    const session = await open([{ calls }, { text: 'ok' }], {
      builtins: true,
      workspace: folder,
      onQuestion: () => ({ choice: 'once' }),
    });
    const { events } = await play(session.send('go'));
    for (const { content, blob } of bodies(events, 'call-settled')) {
      expect(content.length).toBeLessThanOrEqual(10_000);
      expect(blob).toBeUndefined();
    }
    expect(results(events)[0]?.data).toContain('line_start');
    const address = /blob:[0-9a-f]{64}/.exec(String(results(events)[1]?.data))?.[0];
    expect(address).toBeDefined();
  });
});
