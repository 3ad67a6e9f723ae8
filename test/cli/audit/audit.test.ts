import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { auditCommand } from '../../../src/cli/audit/audit-command.js';
import { nextDay, parseTime } from '../../../src/cli/audit/audit-filter.js';
import { verifies } from '../../requirements.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { fakeHost } from '../fake-host.js';

const esc = '\u001b[2J';

/** A session that read, was refused a tool, was denied a write and a hostile name. */
async function recorded(): Promise<{ scene: Scene; id: string }> {
  const scene = await createScene([
    {
      calls: [
        { name: 'read_file', arguments: { path: 'notes.txt' } },
        { name: 'no_such_tool', arguments: {} },
        { name: 'write_file', arguments: { path: '=cmd()', content: 'x' } },
        { name: 'write_file', arguments: { path: `a${esc}b,"c".txt`, content: 'x' } },
      ],
    },
    { text: 'Done.' },
  ]);
  writeFileSync(join(scene.folder, 'notes.txt'), 'n\n');
  const { stderr } = await runCli(['run', ...scene.flags, 'look'], { cwd: scene.folder });
  return { scene, id: /ses_\w+/.exec(stderr)?.[0] ?? '' };
}

const audit = ({ folder, store }: Scene, ...args: string[]) =>
  runCli(['audit', ...args, '--store', store], { cwd: folder });

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('toolwright audit', () => {
  it('prints a table, newest first, that no name in it can break', async () => {
    verifies('policy.audit.formats');
    const { scene, id } = await recorded();
    const { stdout, stderr, code } = await audit(scene);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).not.toContain('\u001b');
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^TIME +SESSION +WHAT +LEVEL +TOOL +DETAILS$/);
    expect(lines).toHaveLength(5);
    const line = (word: string) => lines.find((one) => one.includes(word)) ?? '';
    expect(line('notes.txt')).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  ${id.slice(0, 14)}  allow +safe +read_file +read notes.txt · ok`,
      ),
    );
    expect(line('no_such_tool')).toContain('refusal');
    expect(line('a\\e[2Jb')).toMatch(/ask .* write_file .*by mode.* · deny: nobody was there · denied · mode ask$/);
    expect(line('opened in')).toContain(userInfo().username);
  });

  it('prints JSON lines with fixed names', async () => {
    verifies('policy.audit.formats');
    const { scene, id } = await recorded();
    const { stdout } = await audit(scene, '--format', 'jsonl');
    expect(stdout).not.toContain('\u001b');
    const rows = jsonLines(stdout);
    const names =
      'time kind session seq person callId tool verdict level mode by reasons facts digest answer who from outcome says kept damaged';
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(names.split(' ').toSorted());
    expect(rows.find(({ tool }) => tool === 'read_file')).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      kind: 'decision',
      session: id,
      person: userInfo().username,
      verdict: 'allow',
      level: 'safe',
      mode: 'ask',
      facts: [{ kind: 'read', target: 'notes.txt', where: 'workspace', known: true }],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      outcome: 'ok',
      damaged: false,
    });
  });

  it('prints CSV as RFC 4180 says, and no formulas', async () => {
    verifies('policy.audit.formats');
    const { scene } = await recorded();
    const { stdout } = await audit(scene, '--format', 'csv', '--tool', 'write_file');
    const lines = stdout.split('\r\n');
    expect(lines[0]).toBe(
      'time,kind,session,seq,person,callId,tool,verdict,level,mode,by,reasons,facts,digest,answer,who,from,outcome,says,kept,damaged',
    );
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('');
    expect(stdout).toContain('"write a\\e[2Jb,""c"".txt"');
    expect(stdout).not.toContain('\u001b');
    for (const cell of lines.slice(1).join(',').split(',')) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
  });

  it('takes every filter', async () => {
    verifies('policy.audit.filters');
    const { scene, id } = await recorded();
    const count = async (...args: string[]) => {
      const { stdout, code } = await audit(scene, '--format', 'jsonl', ...args);
      expect(code).toBe(0);
      return stdout === '' ? 0 : jsonLines(stdout).length;
    };
    expect(await count()).toBe(5);
    expect(await count('--session', 'last')).toBe(5);
    expect(await count('--session', id.slice(0, 20), '--kind', 'decision')).toBe(3);
    expect(await count('--tool', 'read_file', '--tool', 'no_such_tool')).toBe(2);
    expect(await count('--verdict', 'ask')).toBe(2);
    expect(await count('--verdict', 'ask', '--verdict', 'allow')).toBe(3);
    expect(await count('--level', 'critical')).toBe(0);
    expect(await count('--person', userInfo().username)).toBe(5);
    expect(await count('--person', 'nobody')).toBe(0);
    expect(await count('--since', '1h')).toBe(5);
    expect(await count('--until', '1h')).toBe(0);
    expect(await count('--since', '2020-01-01', '--until', '2020-01-01')).toBe(0);
    expect(await count('--limit', '2')).toBe(2);
    const table = await audit(scene, '--limit', '2');
    expect(table.stderr).toBe('The newest 2; --limit 0 lists all.\n');
    const nothing = await audit(scene, '--kind', 'grant');
    expect(nothing).toMatchObject({ code: 0, stdout: '', stderr: 'The record holds nothing of that kind.\n' });
  });

  it.each([
    [['--since', 'yesterday'], '--since yesterday: use a day (2026-03-01)'],
    [['--since', '2026-02-30'], '--since 2026-02-30: use a day'],
    [['--until', '2026-13-01'], '--until 2026-13-01: use a day'],
    [['--since', '2026-03-01T25:00'], 'use a day'],
    [['--since', '1h', '--until', '2h'], '--since must be before --until'],
    [['--limit', 'many'], '--limit many: it must be a positive whole number'],
    [['--verdict', 'denied'], '--verdict denied: use allow, notify, ask, deny.'],
    [['--level', 'hig'], 'Did you mean high?'],
    [['--kind', 'grants'], 'Did you mean grant?'],
    [['--format', 'xml'], '--format xml: use table, jsonl, csv.'],
    [['--session', 'ses_never'], '`toolwright sessions` lists them'],
    [['verify', '--head', 'abc'], '--head abc: it must be a hash of 64 hexadecimal digits'],
    [['verify', 'ses_never'], '`toolwright sessions` lists them'],
  ])('ends with 2 when told %j', async (args, says) => {
    verifies('policy.audit.bad-input');
    const scene = await createScene([]);
    const { code, stderr, stdout } = await audit(scene, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('tells of a deleted session what was kept', async () => {
    verifies('policy.audit.kept');
    const { scene, id } = await recorded();
    const deleting = await runCli(['sessions', 'delete', id, '--yes', '--store', scene.store], { cwd: scene.folder });
    expect(deleting.stderr).toContain(
      `3 decisions of it are kept in the record, without arguments: toolwright audit --session ${id}\n`,
    );
    const { stdout } = await audit(scene, '--session', id, '--format', 'jsonl');
    expect(jsonLines(stdout).map(({ kind, tool, kept }) => [kind, tool, kept])).toEqual([
      ['session', null, false],
      ['decision', expect.any(String), true],
      ['decision', expect.any(String), true],
      ['decision', expect.any(String), true],
    ]);
    expect(stdout).not.toContain('=cmd');
  });
});

describe('toolwright audit verify', () => {
  it('proves every chain, and that a head is in one', async () => {
    verifies('policy.audit.verify');
    const { scene, id } = await recorded();
    const { stdout, code } = await audit(scene, 'verify');
    expect(code).toBe(0);
    const [, events = '', head = ''] = new RegExp(`^${id}  (\\d+) events  ([0-9a-f]{64})$`, 'm').exec(stdout) ?? [];
    expect(stdout).toContain(`1 stream, ${events} events: all as they were written.`);
    const proved = await audit(scene, 'verify', '--head', head);
    expect(proved.code).toBe(0);
    expect(proved.stdout).toContain(`${head} is event ${events} of ${id}: everything up to it is as it was then.`);
    const other = 'f'.repeat(64);
    const missing = await audit(scene, 'verify', id, '--head', other);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain(`${other} is in no chain here`);
    await runCli(['sessions', 'delete', id, '--yes', '--store', scene.store], { cwd: scene.folder });
    const gone = await audit(scene, 'verify', '--head', head);
    expect(gone.code).toBe(1);
    expect(gone.stdout).toContain(`it was the last event of ${id}, which was deleted since`);
    expect((await audit(scene, 'verify', 'user')).stdout).toMatch(/^user {2}2 events {2}[0-9a-f]{64}\n1 stream/);
  });

  it('brings back to the record what was only taken out of its index, and tells of a stream without events', async () => {
    verifies('policy.audit.verify-index', 'policy.audit.verify');
    const { scene, id } = await recorded();
    const before = (await audit(scene)).stdout;
    const change = (sql: string): void => {
      const database = new DatabaseSync(scene.store);
      database.exec(sql);
      database.close();
    };
    change('DELETE FROM "find-record"');
    expect((await audit(scene)).stdout).not.toBe(before);
    expect((await audit(scene, 'verify')).code).toBe(0);
    expect((await audit(scene)).stdout).toBe(before);
    change('DELETE FROM events');
    const { stdout, code } = await audit(scene, 'verify');
    expect(stdout).toContain(`${id}  DAMAGED: all its events were taken out`);
    expect(code).toBe(1);
  });

  it('tells of an entry whose time is none any more, in every format', async () => {
    verifies('policy.audit.damage-shown');
    const { scene } = await recorded();
    const database = new DatabaseSync(scene.store);
    database.exec(`UPDATE events SET at = 9000000000000000 WHERE type = 'call-decided'`);
    database.close();
    for (const format of ['table', 'jsonl', 'csv']) {
      const { stdout, stderr, code } = await audit(scene, '--format', format);
      expect(code).toBe(1);
      expect(stdout).toMatch(/1970-01-01|1969-12-31/);
      expect(stderr).toContain('not what was written');
    }
  });

  it('tells where the damage is, and audit marks the entry', async () => {
    verifies('policy.audit.verify', 'policy.audit.damage-shown');
    const { scene, id } = await recorded();
    const before = (await audit(scene, 'verify')).stdout;
    const head = /[0-9a-f]{64}/.exec(before)?.[0] ?? '';
    const database = new DatabaseSync(scene.store);
    const asked = `type = 'call-decided' AND body LIKE '%"verdict":"ask"%'`;
    const { seq } = database.prepare(`SELECT min(seq) AS seq FROM events WHERE ${asked}`).get() as { seq: number };
    database.exec(`UPDATE events SET body = replace(body, '"verdict":"ask"', '"verdict":"allow"') WHERE ${asked}`);
    database.close();
    const { stdout, code } = await audit(scene, 'verify', '--head', head);
    expect(code).toBe(1);
    expect(stdout).toContain(`${id}  DAMAGED: event ${seq} is not what was written`);
    expect(stdout).toContain('1 damaged');
    const marked = await audit(scene, '--tool', 'write_file');
    expect(marked.code).toBe(1);
    expect(marked.stdout).toMatch(/ !allow .*NOT WHAT WAS WRITTEN/);
    expect(marked.stderr).toContain('2 of these are not what was written: toolwright audit verify tells more.');
  });
});

it('fits the table to the terminal', async () => {
  verifies('policy.audit.formats');
  const { scene } = await recorded();
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 70 });
  const { host } = fakeHost({ cwd: scene.folder, stdout });
  const invocation = { arguments: [], text: textOf({ store: scene.store }), texts: () => [], flag: () => false };
  expect(await auditCommand(invocation, host)).toBe(0);
  const lines = String(stdout.read()).trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(70);
  expect(lines.some((line) => line.endsWith('…'))).toBe(true);
});

const textOf =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    values[name];

it('reads days, instants and how long ago', () => {
  const now = Date.UTC(2026, 2, 10, 12);
  const at = (text: string) => {
    const parsed = parseTime(text, now);
    return parsed.ok ? parsed.at : undefined;
  };
  expect(at('30m')).toBe(now - 30 * 60_000);
  expect(at('2w')).toBe(now - 14 * 86_400_000);
  expect(at('2026-03-01T12:30:05.5Z')).toBe(Date.UTC(2026, 2, 1, 12, 30, 5, 500));
  expect(at('2026-03-01 12:30+02:00')).toBe(Date.UTC(2026, 2, 1, 10, 30));
  expect(at('2026-03-01')).toBe(new Date(2026, 2, 1).getTime());
  expect(at('2024-02-29')).toBe(new Date(2024, 1, 29).getTime());
  expect(nextDay(new Date(2026, 11, 31).getTime())).toBe(new Date(2027, 0, 1).getTime());
  const wrong = [
    '',
    '2026',
    '2026-3-1',
    '2026-02-29',
    '2026-00-10',
    '2026-01-32',
    '1y',
    '-1d',
    '1.5h',
    '2026-03-01T24:60',
    'now',
  ];
  for (const text of wrong) expect(at(text), text).toBeUndefined();
});
