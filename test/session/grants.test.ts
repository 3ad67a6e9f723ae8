import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { userStream } from '../../src/config/event.js';
import { createPolicy } from '../../src/policy/create-policy.js';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import type { Answer } from '../../src/run/question.js';
import { createBareProcesses } from '../../src/sandbox/bare-process.js';
import { listGrants, revokeGrants } from '../../src/session/grant-records.js';
import type { SessionOptions } from '../../src/session/options.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { type Approval, bodies, newFolder, open, play } from './open.js';

const run = (command: string) => ({ calls: [{ name: 'run_command', arguments: { command } }] });
const write = (path: string, content = 'x') => ({ calls: [{ name: 'write_file', arguments: { path, content } }] });
const done = { text: 'done' };

type Choose = (question: Approval) => Answer;

/** Makes an offer of this breadth lasting. */
const lasting =
  (choice: 'session' | 'project' | 'always', breadth: 'exact' | 'wider' = 'exact'): Choose =>
  ({ offers }) => {
    const offer = offers.find((one) => one.breadth === breadth);
    return offer === undefined ? { choice: 'deny' } : { choice, rules: offer.rules };
  };

async function sqlite(): Promise<{ readonly store: Store; readonly path: string }> {
  const path = join(newFolder(), 'store.db');
  const store = await openStore(path);
  onTestFinished(() => store.close());
  return { store, path };
}

/** A session with the built-in tools: the calls in turn, and what was asked. */
async function talk(
  calls: readonly { readonly calls: readonly object[] }[],
  choose: Choose,
  options: Partial<SessionOptions> = {},
) {
  const asked: Approval[] = [];
  const session = await open([...calls, done] as never, {
    builtins: true,
    // Where nothing confines them, all commands are asked about.
    process: createBareProcesses({ env: process.env }),
    ...options,
    onQuestion: (question) => {
      if (question.kind !== 'approval') return { choice: 'deny' };
      asked.push(question);
      return choose(question);
    },
  });
  const { events } = await play(session.send('go'));
  return {
    session,
    asked: asked.map(({ preview, arguments: args }) => ('command' in preview ? preview.command : Object(args).path)),
    questions: asked,
    events,
    outcomes: bodies(events, 'call-settled').map(({ outcome }) => outcome),
  };
}

/** A store in which something happens when a call starts. */
const storeThat = (store: Store, onStart: () => void): Store => ({
  ...store,
  append(stream, events) {
    if (events.some(({ type }) => type === 'call-started')) onStart();
    return store.append(stream, events);
  },
});

const once: Choose = () => ({ choice: 'once' });

describe('an answer', () => {
  it('once is for one call', async () => {
    verifies('local-harness.permission.once', 'design.policy.approval-bound');
    const { asked, outcomes } = await talk([run('echo a'), run('echo a')], once);
    expect(asked).toEqual(['echo a', 'echo a']);
    expect(outcomes).toEqual(['ok', 'ok']);
  });

  it('for the session holds until the program ends, and is recorded', async () => {
    verifies('local-harness.permission.session', 'policy.grant.scopes', 'design.events.grant-created');
    const { store } = await sqlite();
    const workspace = newFolder();
    const calls = [run('echo a'), run('echo a'), run('echo b')];
    const { asked, questions, session } = await talk(calls, lasting('session'), { store, workspace });
    expect(asked).toEqual(['echo a', 'echo b']);
    await session.close();
    const [first] = await listGrants(store);
    expect(first).toEqual({
      grant: {
        id: expect.stringMatching(/^grant_/),
        scope: 'session',
        rules: ['exec(echo a)'],
        workspace: realpathSync(workspace),
        sessionId: session.id,
        createdAt: expect.any(Number),
        expiresAt: expect.any(Number),
        unconfined: true,
        origin: {
          questionId: questions[0]?.id,
          tool: 'run_command',
          digest: questions[0]?.digest,
          who: 'person',
          from: 'program',
        },
      },
      uses: 1,
      lastUsedAt: expect.any(Number),
    });
    const again = await talk([run('echo a')], once, { store, workspace });
    expect(again.asked).toEqual(['echo a']);
    await again.session.close();
    const resumed = await talk([run('echo a')], once, { store, session: session.id });
    expect(resumed.asked).toEqual(['echo a']);
  });

  it('for the session can be for all files of a folder', async () => {
    verifies('local-harness.permission.session', 'policy.grant.scopes');
    const calls = [write('src/a'), write('src/b'), write('src/sub/c'), write('d')];
    const { asked, outcomes } = await talk(calls, lasting('session', 'wider'));
    expect(asked).toEqual(['src/a', 'd']);
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'denied']);
  });

  it('for the project is kept, and holds in that folder only', async () => {
    verifies('policy.grant.scopes', 'design.road.user-stream');
    const { store, path } = await sqlite();
    const workspace = newFolder();
    await (await talk([run('echo a')], lasting('project'), { store, workspace })).session.close();
    const reopened = await openStore(path);
    onTestFinished(() => reopened.close());
    const later = await talk([run('echo a')], once, { store: reopened, workspace });
    expect(later.asked).toEqual([]);
    expect(later.outcomes).toEqual(['ok']);
    expect((await talk([run('echo a')], once, { store: reopened })).asked).toEqual(['echo a']);
  });

  it('always holds everywhere, in later sessions too, and may keep a prefix', async () => {
    verifies('local-harness.permission.remember', 'y-agent.permission.answer-always', 'policy.grant.scopes');
    const { store } = await sqlite();
    await (await talk([run('echo a')], lasting('always', 'wider'), { store })).session.close();
    const later = await talk([run('echo b'), run('echo c d'), run('printf x')], once, { store });
    expect(later.asked).toEqual(['printf x']);
    const decided = bodies(later.events, 'call-decided')[0];
    const [record] = await listGrants(store);
    expect(record?.grant.rules).toEqual(['exec(echo:*)']);
    expect(decided?.because?.[0]).toMatchObject({ source: 'grant', grant: record?.grant.id });
  });
});

describe('a grant', () => {
  it('counts the calls that pass by it', async () => {
    verifies('design.policy.grant-counted', 'design.events.grant-used');
    const { store } = await sqlite();
    const { session, events } = await talk([run('echo a'), run('echo a'), run('echo a')], lasting('project'), {
      store,
    });
    await session.close();
    const [record] = await listGrants(store);
    expect(record).toMatchObject({ uses: 2, lastUsedAt: expect.any(Number) });
    const used = (await store.read(userStream)).filter(({ type }) => type === 'grant-used');
    const calls = bodies(events, 'call-settled').map(({ callId }) => callId);
    expect(used.map(({ body }) => body)).toEqual(
      calls.slice(1).map((callId) => ({ grantId: record?.grant.id, sessionId: session.id, callId })),
    );
  });

  it('expires, after 30 days unless told', async () => {
    verifies('design.policy.grant-expires');
    for (const [days, options] of [
      [30, {}],
      [2, { grantDays: 2 }],
    ] as const) {
      let now = 1_700_000_000_000;
      const clock = { now: () => now, monotonic: () => performance.now() };
      const store = createMemoryStore({ clock });
      const workspace = newFolder();
      await talk([run('echo a')], lasting('always'), { store, workspace, clock, ...options });
      now += days * 86_400_000 - 1;
      expect((await talk([run('echo a')], once, { store, workspace, clock })).asked).toEqual([]);
      now += 1;
      expect((await talk([run('echo a')], once, { store, workspace, clock })).asked).toEqual(['echo a']);
    }
  });

  it('expires within a session', async () => {
    verifies('design.policy.grant-expires');
    let now = 1_700_000_000_000;
    const clock = { now: () => now, monotonic: () => performance.now() };
    const store = storeThat(createMemoryStore(), () => {
      now += 86_400_000;
    });
    const { asked } = await talk([run('echo a'), run('echo a')], lasting('session'), { store, clock, grantDays: 1 });
    expect(asked).toEqual(['echo a', 'echo a']);
  });

  it('refuses a number of days that is none', async () => {
    for (const grantDays of [0, 366, 1.5, Number.NaN, -1])
      await expect(open([done], { grantDays })).rejects.toThrow('grantDays cannot be');
  });

  it('that another program revoked lets no further call pass, also one of the session', async () => {
    verifies('policy.grant.news', 'design.events.grant-revoked', 'design.policy.grant-expires');
    const { store, path } = await sqlite();
    const other = await openStore(path);
    onTestFinished(() => other.close());
    for (const scope of ['session', 'project'] as const) {
      const asked: string[] = [];
      const session = await open([run('echo a'), done, run('echo a'), done, run('echo a'), done] as never, {
        process: createBareProcesses({ env: process.env }),
        builtins: true,
        store,
        onQuestion: (question) => {
          asked.push(question.id);
          return question.kind === 'approval' ? lasting(scope)(question) : { choice: 'deny' };
        },
      });
      await session.send('one').result;
      await session.send('two').result;
      expect(asked).toHaveLength(1);
      const ids = (await listGrants(other)).filter(({ revoked }) => revoked === undefined).map(({ grant }) => grant.id);
      await revokeGrants(other, ids, { who: 'me', from: 'terminal' });
      await session.send('three').result;
      expect(asked).toHaveLength(2);
      await session.close();
      const revoked = (await listGrants(store)).filter((record) => record.revoked !== undefined);
      expect(revoked.at(-1)?.revoked).toMatchObject({ who: 'me', from: 'terminal' });
      await revokeGrants(
        other,
        (await listGrants(other)).map(({ grant }) => grant.id),
        { who: 'me', from: 'terminal' },
      );
    }
  });

  it('given in another program counts without a restart', async () => {
    verifies('policy.grant.news');
    const { store, path } = await sqlite();
    const other = await openStore(path);
    onTestFinished(() => other.close());
    const workspace = newFolder();
    const asked: string[] = [];
    const session = await open([run('echo a'), done, run('echo a'), done] as never, {
      process: createBareProcesses({ env: process.env }),
      builtins: true,
      store,
      workspace,
      onQuestion: (question) => {
        asked.push(question.id);
        return { choice: 'once' };
      },
    });
    await session.send('one').result;
    await (await talk([run('echo a')], lasting('project'), { store: other, workspace })).session.close();
    await session.send('two').result;
    expect(asked).toHaveLength(1);
  });

  it('is never given for what was not offered', async () => {
    verifies('policy.grant.only-offered', 'policy.grant.not-broad');
    const { store } = await sqlite();
    const bad: readonly Answer[] = [
      { choice: 'always', rules: ['exec'] },
      { choice: 'always', rules: ['exec(echo:*)', 'exec(bash:*)'] },
      { choice: 'session', rules: [] },
      { choice: 'project' } as never,
    ];
    for (const answer of bad) {
      const { outcomes } = await talk([run('echo a')], () => answer, { store });
      expect(outcomes).toEqual(['denied']);
    }
    const forever: Choose = ({ offers }) => ({ choice: 'forever', rules: offers[0]?.rules ?? [] }) as never;
    expect((await talk([run('echo a')], forever, { store })).outcomes).toEqual(['denied']);
    const { outcomes, questions } = await talk([run('bash -c ls')], () => ({ choice: 'session', rules: [] }), {
      store,
    });
    expect(questions[0]?.offers).toEqual([]);
    expect(questions[0]?.withheld).toContain('bash');
    expect(outcomes).toEqual(['denied']);
    expect(await listGrants(store)).toEqual([]);
  });

  it('never beats a configured ask or deny, also one written later', async () => {
    verifies('policy.grant.never-beats');
    const { store } = await sqlite();
    await (await talk([run('echo a')], lasting('always', 'wider'), { store })).session.close();
    const rulesOf = (rule: object) => parseRuleList([rule], { layer: 'user', file: 'c.json', line: 1 }).rules;
    const ask = await talk([run('echo a')], once, { store, rules: rulesOf({ ask: 'exec(echo:*)' }) });
    expect(ask.asked).toEqual(['echo a']);
    expect(ask.questions[0]?.withheld).toContain('a configured rule asks each time: ask exec(echo:*) (c.json:1)');
    const deny = await talk([run('echo a')], once, { store, rules: rulesOf({ deny: 'exec(echo:*)' }) });
    expect([deny.asked, deny.outcomes]).toEqual([[], ['denied']]);
    const plan = await talk([write('a')], once, { store, mode: 'plan' });
    expect(plan.outcomes).toEqual(['denied']);
  });

  it('is offered with earlier calls of this project, asked in sessions before', async () => {
    verifies('policy.grant.says-more');
    const { store } = await sqlite();
    const workspace = newFolder();
    const before = await talk([run('echo one'), run('echo two'), run('rm -f x')], once, { store, workspace });
    await before.session.close();
    await (await talk([run('echo elsewhere')], once, { store })).session.close();
    const { questions } = await talk([run('echo three'), run('echo four')], once, { store, workspace });
    expect(questions.map(({ offers }) => offers.map(({ examples }) => examples))).toEqual([
      [[], ['echo two', 'echo one']],
      [[], ['echo three', 'echo two', 'echo one']],
    ]);
  });

  it('that cannot be stored is not given: the answer counts once', async () => {
    verifies('policy.grant.unreadable');
    const memory = createMemoryStore();
    const warnings: string[] = [];
    const store: Store = {
      ...memory,
      append: (stream, events) =>
        events.some(({ type }) => type === 'grant-created')
          ? Promise.reject(new Error('disk full'))
          : memory.append(stream, events),
    };
    const log = { debug: () => {}, warn: (text: string) => void warnings.push(text) };
    const { asked, outcomes } = await talk([run('echo a'), run('echo a')], lasting('always'), { store, log });
    expect(asked).toEqual(['echo a', 'echo a']);
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(warnings[0]).toContain('the grant was not kept, the answer counts once: disk full');
  });

  it('counts for nothing while grants cannot be read', async () => {
    verifies('policy.grant.unreadable');
    const memory = createMemoryStore();
    let broken = false;
    const started = storeThat(memory, () => {
      broken = true;
    });
    const store: Store = {
      ...started,
      read: (stream, options) =>
        broken && stream === userStream ? Promise.reject(new Error('damaged')) : memory.read(stream, options),
    };
    const { asked } = await talk([run('echo a'), run('echo a')], lasting('always'), { store });
    expect(asked).toEqual(['echo a', 'echo a']);
  });

  it('is passed over when it is broader than may be kept, or cannot be read', async () => {
    verifies('policy.grant.not-broad', 'policy.grant.unreadable');
    const { store } = await sqlite();
    await (await talk([run('echo a')], lasting('always'), { store })).session.close();
    const [record] = await listGrants(store);
    const forged = ['exec', 'exec(*)', 'run_command', 'exec(bash:*)', 'exec(', '', 'write(/etc/**)'];
    const events = forged.map((rule, at) => ({
      type: 'grant-created',
      body: { ...record?.grant, id: `grant_x${at}`, rules: [rule] },
    }));
    await store.append(userStream, events);
    const { asked } = await talk([run('echo b'), run('bash -c ls'), run('echo a')], once, { store });
    expect(asked).toEqual(['echo b', 'bash -c ls']);
  });

  it('is not offered where nobody is, nor with a policy of one’s own', async () => {
    const own = await talk([run('echo a')], once, {
      policy: createPolicy({ places: { root: '/', home: '/', own: [] } }),
    });
    expect(own.questions[0]).toMatchObject({ offers: [], withheld: 'nothing is made lasting here' });
    const parked = await open([run('echo a')] as never, {
      builtins: true,
      process: createBareProcesses({ env: process.env }),
      onAsk: 'park',
    });
    const { events } = await play(parked.send('go'));
    expect(bodies(events, 'approval-requested')[0]).toMatchObject({ offers: [] });
  });

  it('does not reach what lies behind a link out of its folder', async () => {
    verifies('policy.grant.never-beats');
    const { symlinkSync } = await import('node:fs');
    const workspace = newFolder();
    const outside = newFolder();
    mkdirSync(join(workspace, 'src'));
    writeFileSync(join(outside, 'x'), 'old');
    symlinkSync(outside, join(workspace, 'src', 'out'));
    const { asked } = await talk([write('src/a'), write('src/out/x')], lasting('session', 'wider'), { workspace });
    expect(asked).toEqual(['src/a', 'src/out/x']);
  });
});
