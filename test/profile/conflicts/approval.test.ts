import { expect, it } from 'vitest';
import type { ApprovalEffect } from '../../../src/agent/approval-style.js';
import { findProfile } from '../../../src/profile/find-profile.js';
import { readSession } from '../../../src/session/sessions.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { exportDecisions } from '../../../src/systems/local-harness/export-decisions.js';
import { seedAuditRows } from '../../../src/systems/seed/seed-audit.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { inEach, openIn, runIn, says } from './run-in.js';
import { type Call, type System, words } from './systems.js';

const files = { 'a.txt': 'alpha\n' };

/** Something the system asks about: a dangerous command, or a write where there is no shell. */
const risky = (system: System): Call => words[system].shell?.('rm -rf a.txt') ?? words[system].write('new.txt', 'x');

it('13: says in its own words why it asks, and the verdict is the same for all', async () => {
  verifies('conflicts.approval.risk-words');
  const cells = await inEach(async (system) => {
    const { decided } = await runIn(system, [says(system, risky(system))], { files, person: 'no' });
    return decided.map(({ verdict, level, reasons }) => [verdict, level, ...reasons]);
  });
  expect(cells).toEqual({
    yips: [['ask', 'high', 'it is destructive']],
    seed: [['ask', 'high', 'commands are risky in every mode']],
    astra: [['ask', 'medium', 'write does more than read in the vault']],
    'y-agent': [['ask', 'high', 'ShellExec is dangerous']],
    'local-harness': [['ask', 'high', 'write_file is high']],
  });
});

it('14: asks about commands by danger and place, always, or has none', async () => {
  verifies('conflicts.approval.shell');
  const cells = await inEach(async (system) => {
    const { shell } = words[system];
    if (shell === undefined) return 'no shell';
    const verdictOn = async ({ name, args }: Call, cwd?: string) => {
      const call = { name, args: cwd === undefined ? args : { ...(args as object), cwd } };
      const { asked, outcomes } = await runIn(system, [says(system, call)], { files, person: 'no' });
      return asked.length > 0 ? 'asked' : outcomes[0];
    };
    return {
      plain: await verdictOn(shell('ls')),
      dangerous: await verdictOn(shell('rm -rf a.txt')),
      ...(system === 'yips' && { both: await verdictOn(shell('rm -rf a.txt'), '/') }),
    };
  });
  expect(cells).toEqual({
    yips: { plain: 'ok', dangerous: 'asked', both: 'denied' },
    seed: { plain: 'asked', dangerous: 'asked' },
    astra: 'no shell',
    'y-agent': { plain: 'asked', dangerous: 'asked' },
    'local-harness': 'no shell',
  });
});

it('15: asks about a write in the workspace when it is applied, by its scope, always, or never', async () => {
  verifies('conflicts.approval.workspace-write');
  const staged: Call = { name: 'preview_write_file', args: { path: 'new.txt', content: 'x' } };
  const cells = await inEach(async (system) => {
    const seen = await runIn(system, [
      says(system, system === 'yips' ? staged : words[system].write('new.txt', 'x')),
      ({ messages }) => (system === 'yips' ? says(system, apply(messages)) : { text: 'Done.' }),
    ]);
    const at = system === 'seed' ? `private/${seen.session.id}/new.txt` : 'new.txt';
    const shared: Call = { name: 'editFile', args: { path: 'public:/new.txt', oldString: '', newString: 'x' } };
    return {
      asked: seen.asked,
      written: seen.read(at),
      ...(system === 'seed' && { inPublic: (await runIn('seed', [says('seed', shared)])).asked }),
    };
  });
  expect(cells).toEqual({
    yips: { asked: ['apply_file_change'], written: 'x' },
    seed: { asked: [], written: 'x', inPublic: ['editFile'] },
    astra: { asked: ['write'], written: 'x' },
    'y-agent': { asked: [], written: 'x' },
    'local-harness': { asked: ['write_file'], written: 'x' },
  });
});

const apply = (messages: readonly { readonly text: string }[]): Call => {
  const token = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/.exec(messages.map(({ text }) => text).join('\n'))?.[0];
  return { name: 'apply_file_change', args: { token: token ?? 'none' } };
};

it('16: denies, parks or waits where no person is', async () => {
  verifies('conflicts.approval.no-person');
  const cells = await inEach(async (system) => {
    const { session } = await openIn(system, [says(system, risky(system))], { files, person: 'nobody' });
    const turn = session.send('go');
    const waits = new Promise<'wait'>((resolve) => setTimeout(() => resolve('wait'), 1500));
    const first = await Promise.race([play(turn), waits]);
    if (first !== 'wait') {
      const outcomes = bodies(first.events, 'call-settled').map(({ outcome }) => outcome);
      return first.end.reason === 'parked' ? 'park' : outcomes;
    }
    session.cancel();
    await turn.result;
    return first;
  });
  expect(cells).toEqual({
    yips: ['denied'],
    seed: 'park',
    astra: 'wait',
    'y-agent': ['denied'],
    'local-harness': 'wait',
  });
});

it('17: lets an approval last for one call, a session, or as a kept rule', async () => {
  verifies('conflicts.approval.lifetime');
  const cells = await inEach(async (system) => {
    const { choices } = (await findProfile(system)).approval;
    const lasts = await Promise.all(choices.map(async ({ gives }) => [gives, await lastsIn(system, gives)]));
    return Object.fromEntries(lasts) as Record<string, string>;
  });
  const one = { once: 'one call', deny: 'one call' };
  expect(cells).toEqual({
    yips: one,
    seed: one,
    astra: one,
    'y-agent': { ...one, always: 'kept', bypass: 'session' },
    'local-harness': { ...one, session: 'session', always: 'kept' },
  });
});

/** How long an answer counts: the same call is made again, in the same session and in one after it. */
async function lastsIn(system: System, gives: ApprovalEffect): Promise<string> {
  const call =
    system === 'yips'
      ? risky(system)
      : (words[system].shell?.('touch made.txt') ?? words[system].write('new.txt', 'x'));
  const store = createMemoryStore();
  const workspace = newFolder();
  const env = { HOME: newFolder(), PATH: process.env['PATH'] };
  let asked = 0;
  const openNext = async () => {
    const { session } = await openIn(system, [says(system, call), { text: 'Done.' }, says(system, call)], {
      store,
      workspace,
      env,
      onQuestion(question) {
        if (question.kind !== 'approval') return { choice: 'deny' };
        asked += 1;
        if (gives === 'once' || gives === 'bypass') return { choice: 'once' };
        if (gives === 'deny' || gives === 'why') return { choice: 'deny' };
        return { choice: gives, rules: question.offers[0]?.rules ?? [] };
      },
    });
    return session;
  };
  const askedIn = async (run: () => Promise<unknown>): Promise<boolean> => {
    const before = asked;
    await run();
    return asked > before;
  };
  const session = await openNext();
  if (!(await askedIn(() => session.send('go').result))) return 'never asked';
  // What a bypass is to a chat.
  if (gives === 'bypass') await session.setMode('auto');
  const again = await askedIn(() => session.send('go').result);
  await session.close();
  const next = await openNext();
  const later = await askedIn(() => next.send('go').result);
  if (again) return later ? 'one call' : 'the next session alone';
  return later ? 'session' : 'kept';
}

it('32: gives the audit that the system had, over a record of every decision', async () => {
  verifies('conflicts.approval.audit');
  const cells = await inEach(async (system) => {
    const store = createMemoryStore();
    const calls = [words[system].read('a.txt'), risky(system)].map((call) => says(system, call));
    const { session, decided } = await runIn(system, calls, { files, store, person: 'no' });
    const record = { decided: decided.map(({ verdict }) => verdict) };
    if (system === 'seed') {
      const rows = seedAuditRows(await readSession(store, session.id));
      return { ...record, rows: rows.map(({ type, payload }) => [type, payload['toolName'], payload['isError']]) };
    }
    if (system !== 'local-harness') return record;
    const log = await exportDecisions(store, { session: session.id });
    return { ...record, log: log.map(({ tool, decision, risk }) => [tool, decision, risk]) };
  });
  const decided = ['allow', 'ask'];
  expect(cells).toEqual({
    yips: { decided },
    seed: {
      decided,
      rows: [
        ['ToolCallRequested', 'readFile', undefined],
        ['ToolCallCompleted', 'readFile', false],
        ['ToolCallRequested', 'runCommand', undefined],
        ['ToolCallCompleted', 'runCommand', true],
      ],
    },
    astra: { decided },
    'y-agent': { decided },
    'local-harness': {
      // It asks before a file is read, too.
      decided: ['ask', 'ask'],
      log: [
        ['write_file', 'denied_by_user', 'high'],
        ['read_file', 'denied_by_user', 'medium'],
      ],
    },
  });
});

it('33: judges the risk before the request is audited and anything is done', async () => {
  verifies('conflicts.approval.audit-order');
  const cells = await inEach(async (system) => {
    const store = createMemoryStore();
    const rows = async (id: string) => seedAuditRows(await readSession(store, id)).map(({ type }) => type);
    let whileAsked: readonly string[] = [];
    const { session } = await openIn(system, [says(system, risky(system))], {
      files,
      store,
      async onQuestion() {
        whileAsked = await rows(session.id);
        return { choice: 'once' };
      },
    });
    const { types } = await play(session.send('go'));
    const order = types.filter((type) => steps.includes(type));
    return system === 'seed' ? { order, whileAsked, after: await rows(session.id) } : { order };
  });
  const order = steps;
  expect(cells).toEqual({
    yips: { order },
    seed: { order, whileAsked: [], after: ['ToolCallRequested', 'ToolCallCompleted'] },
    astra: { order },
    'y-agent': { order },
    'local-harness': { order },
  });
});

/** What the record tells of a call that a person says yes to. */
const steps = [
  'call-admitted',
  'call-decided',
  'approval-requested',
  'approval-answered',
  'call-started',
  'call-settled',
];
