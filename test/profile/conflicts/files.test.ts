import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { inEach, openIn, runIn, says } from './run-in.js';
import { type Call, type System, words } from './systems.js';

const files = { 'a.txt': 'one\ntwo\none\n' };

it('19: edits by exact text, flexible text or lines', async () => {
  verifies('conflicts.files.edit-primitive');
  /** What stands there twice; lines of which some are not there. */
  const edits: Record<System, Call> = {
    yips: { name: 'preview_edit_file', args: { path: 'a.txt', oldText: 'one', newText: '1' } },
    seed: { name: 'editFile', args: { path: 'public:/a.txt', oldString: 'one', newString: '1' } },
    astra: { name: 'line_edit', args: { path: 'a.txt', startLine: 3, endLine: 9, newContent: '1' } },
    'y-agent': { name: 'FileEdit', args: { file_path: 'a.txt', old_string: 'one', new_string: '1' } },
    'local-harness': { name: 'replace_lines', args: { path: 'a.txt', line_start: 3, line_end: 9, new_content: '1' } },
  };
  const cells = await inEach(async (system) => {
    const { outcomes } = await runIn(system, [says(system, words[system].read('a.txt')), says(system, edits[system])], {
      files,
    });
    return outcomes[1];
  });
  expect(cells).toEqual({ yips: 'ok', seed: 'error', astra: 'ok', 'y-agent': 'error', 'local-harness': 'error' });
});

it('20: finds out that a file has changed: by its hash, staged or in the call, or by what was read', async () => {
  verifies('conflicts.files.stale');
  const late: Record<Exclude<System, 'yips'>, Call> = {
    seed: { name: 'editFile', args: { path: 'public:/a.txt', oldString: 'two', newString: '2' } },
    astra: { name: 'line_edit', args: { path: 'a.txt', startLine: 2, endLine: 2, newContent: '2' } },
    'y-agent': {
      name: 'FileEdit',
      args: { file_path: 'a.txt', old_string: 'two', new_string: '2', expected_content_hash: 'of another one' },
    },
    'local-harness': { name: 'replace_lines', args: { path: 'a.txt', line_start: 2, line_end: 2, new_content: '2' } },
  };
  const cells = await inEach(async (system) => {
    const workspace = newFolder();
    const place = join(workspace, words[system].lies('a.txt'));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'one\ntwo\n');
    const change = defineTool({
      name: 'change',
      description: 'changes the file, as somebody else could',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run() {
        writeFileSync(place, 'other\ntwo\nthree\n');
        return 'changed';
      },
    });
    const staged: Call = { name: 'preview_write_file', args: { path: 'a.txt', content: 'x' } };
    const { outcomes } = await runIn(
      system,
      [
        says(system, system === 'yips' ? staged : words[system].read('a.txt')),
        says(system, { name: 'change', args: {} }),
        ({ messages }) =>
          says(
            system,
            system === 'yips' ? { name: 'apply_file_change', args: { token: tokenIn(messages) } } : late[system],
          ),
      ],
      { workspace, tools: [change] },
    );
    return { outcomes, content: readFileSync(place, 'utf8') };
  });
  const cell = { outcomes: ['ok', 'ok', 'error'], content: 'other\ntwo\nthree\n' };
  expect(cells).toEqual({ yips: cell, seed: cell, astra: cell, 'y-agent': cell, 'local-harness': cell });
});

const tokenIn = (messages: readonly { readonly text: string }[]): string =>
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/.exec(messages.map(({ text }) => text).join('\n'))?.[0] ?? 'none';

it('21: stages what is to be written, or writes it', async () => {
  verifies('conflicts.files.write-file');
  const cells = await inEach(async (system) => {
    const seen = await runIn(system, [says(system, words[system].write('new.txt', 'x'))]);
    const at = system === 'seed' ? `private/${seen.session.id}/new.txt` : 'new.txt';
    const [told = ''] = seen.told;
    return {
      outcomes: seen.outcomes,
      written: seen.read(at) ?? 'nothing',
      token: tokenIn([{ text: told }]) !== 'none',
    };
  });
  const direct = { outcomes: ['ok'], written: 'x', token: false };
  expect(cells).toEqual({
    yips: { outcomes: ['ok'], written: 'nothing', token: true },
    seed: direct,
    astra: direct,
    'y-agent': direct,
    'local-harness': direct,
  });
});

it('22: has its own rules for paths', async () => {
  verifies('conflicts.files.paths');
  const cells = await inEach(async (system) => {
    const { name } = words[system].read('a.txt');
    const outcomeOf = async (path: (workspace: string) => string) => {
      const workspace = newFolder();
      writeFileSync(join(workspace, 'a.txt'), 'one\n');
      const call = says(system, { name, args: { path: path(workspace) } });
      const { outcomes, asked } = await runIn(system, [call], { workspace, person: 'no' });
      return asked.length > 0 ? 'asked' : outcomes[0];
    };
    return { absolute: await outcomeOf((at) => `${at}/a.txt`), above: await outcomeOf(() => '../b.txt') };
  });
  expect(cells).toEqual({
    yips: { absolute: 'ok', above: 'asked' },
    seed: { absolute: 'error', above: 'error' },
    astra: { absolute: 'error', above: 'error' },
    'y-agent': { absolute: 'ok', above: expect.stringMatching(/asked|error|denied/) },
    'local-harness': { absolute: 'error', above: 'error' },
  });
});

it('23: counts lines from 0 or from 1', async () => {
  verifies('conflicts.files.line-base');
  /** The line with the number 1, read or replaced. */
  const numbered: Record<Exclude<System, 'yips'>, Call> = {
    seed: { name: 'readFile', args: { path: 'public:/a.txt', offset: 1, limit: 1 } },
    astra: { name: 'line_edit', args: { path: 'a.txt', startLine: 1, endLine: 1, newContent: 'X' } },
    'y-agent': { name: 'FileRead', args: { path: 'a.txt', line_offset: 1, limit: 1 } },
    'local-harness': { name: 'replace_lines', args: { path: 'a.txt', line_start: 1, line_end: 1, new_content: 'X' } },
  };
  const cells = await inEach(async (system) => {
    if (system === 'yips') return 'no numbers';
    const { told, read } = await runIn(
      system,
      [says(system, words[system].read('a.txt')), says(system, numbered[system])],
      {
        files: { 'a.txt': 'first\nsecond\n' },
      },
    );
    const changed = read(words[system].lies('a.txt')) === 'X\nsecond\n';
    return changed ? 'first' : told[1]?.includes('second') === true && !told[1].includes('first') ? 'second' : told[1];
  });
  expect(cells).toEqual({
    yips: 'no numbers',
    seed: 'second',
    astra: 'first',
    'y-agent': 'second',
    'local-harness': 'first',
  });
});

it('24: searches by regex, by how paths begin, or by literal text with stars', async () => {
  verifies('conflicts.files.search');
  const cells = await inEach(async (system) => {
    const finds = async (pattern: string) => {
      const { told } = await runIn(system, [says(system, words[system].search(pattern))], {
        files: { 'note.txt': 'xoney\n' },
      });
      return told[0]?.includes('note.txt') ?? false;
    };
    return { regex: await finds('x.n'), stars: await finds('XO*Y'), path: await finds('not') };
  });
  const byRegex = { regex: true, stars: false, path: false };
  expect(cells).toEqual({
    yips: byRegex,
    seed: byRegex,
    astra: { regex: false, stars: false, path: true },
    'y-agent': byRegex,
    // It tells of names that match, too.
    'local-harness': { regex: false, stars: true, path: true },
  });
});

it('26: gives commands the default, the most and the unit of time of the system', async () => {
  verifies('conflicts.files.command-timeout');
  const argument = { yips: 'timeoutMs', seed: 'timeout', 'y-agent': 'timeout_secs' } as const;
  const cells = await inEach(async (system) => {
    const { shell } = words[system];
    if (shell === undefined || system === 'astra' || system === 'local-harness') return 'no shell';
    const timeOf = async (given?: number) => {
      const { name, args } = shell('rm -rf a.txt');
      const more = given === undefined ? {} : { [argument[system]]: given };
      const { session, asked } = await openIn(system, [says(system, { name, args: { ...(args as object), ...more } })]);
      const { events } = await play(session.send('go'));
      const [preview] = asked.map((question) => question.preview);
      if (preview?.kind === 'command') return preview.timeoutMs;
      return bodies(events, 'call-settled').map(({ outcome }) => outcome)[0];
    };
    return { usual: await timeOf(), ten: await timeOf(10), huge: await timeOf(100_000_000) };
  });
  expect(cells).toEqual({
    // A second is the least there.
    yips: { usual: 60_000, ten: 1000, huge: 120_000 },
    seed: { usual: 30_000, ten: 10, huge: 'error' },
    astra: 'no shell',
    'y-agent': { usual: 30_000, ten: 10_000, huge: 'error' },
    'local-harness': 'no shell',
  });
});

it('39: shows each tool in the shape of its own system', async () => {
  verifies('conflicts.files.name-clashes');
  const wanted = ['read_file', 'write_file', 'edit_file', 'grep', 'glob', 'read', 'write', 'list'];
  const cells = await inEach(async (system) => {
    const { session } = await openIn(system, []);
    const shapes = session.listTools().flatMap(({ tool: { name, parameters } }) => {
      const keys = Object.keys((parameters as { properties?: object }).properties ?? {});
      return wanted.includes(name) ? [[name, keys.sort().join(' ')] as const] : [];
    });
    return Object.fromEntries(shapes);
  });
  expect(cells).toEqual({
    yips: {
      read_file: 'maxBytes path',
      write_file: 'content path',
      grep: 'maxMatches path pattern',
      edit_file: 'newText oldText path replaceAll',
    },
    seed: { grep: 'include path pattern', glob: 'ignore pattern' },
    astra: { read: 'path', write: 'content path', list: 'prefix' },
    'y-agent': {},
    'local-harness': { read_file: 'path', write_file: 'content path' },
  });
});
