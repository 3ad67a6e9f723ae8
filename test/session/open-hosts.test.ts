import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRuleList } from '../../src/policy/rule/rule-list.js';
import type { Answer } from '../../src/run/question.js';
import type { SessionOptions } from '../../src/session/options.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { type Approval, bodies, newFolder, open, play } from './open.js';
import { docsTool, done, run, search, serve } from './taint-scene.js';

const rulesOf = (...rules: readonly object[]) =>
  parseRuleList(rules, { layer: 'user', file: 'config.json', line: 1 }).rules;

/** A program that is not wholly understood, and may run unasked. */
const runsScript = { allow: 'exec(npm run fetch)' };

const preview = { kind: 'text', text: 'connects' } as const;

interface Talk extends Partial<SessionOptions> {
  readonly answer?: (question: Approval) => Answer;
  /** What the script does behind its fetch. */
  readonly after?: string;
}

/** Runs commands in a workspace with a script that fetches from a server; answers what was told. */
async function tell(host: string, rounds: readonly object[], options: Talk = {}) {
  const { answer = () => ({ choice: 'deny' }), after = '', ...settings } = options;
  const workspace = newFolder();
  const scripts = { fetch: `curl -sS --max-time 5 http://${host}/by-script${after}` };
  writeFileSync(join(workspace, 'package.json'), JSON.stringify({ scripts }));
  const session = await open([...rounds, done] as never, {
    workspace,
    builtins: true,
    env: { PATH: process.env['PATH'] },
    onQuestion: (question) => (question.kind === 'approval' ? answer(question) : { choice: 'deny' }),
    ...settings,
  });
  const { events } = await play(session.send('go'));
  return events;
}

/** The same; answers how each command ended. */
const talk = async (...given: Parameters<typeof tell>) =>
  bodies(await tell(...given), 'call-settled').map(({ outcome }) => outcome);

describe.skipIf(needs('bwrap') ?? needs('curl'))('the commands of a session', () => {
  it('reach what they were allowed to, and nothing else', async () => {
    verifies('sandbox.open.session', 'sandbox.open.facts');
    const { host, asked } = await serve('hello');
    const answer = () => ({ choice: 'once' }) as const;
    expect(await talk(host, [run(`curl -s http://${host}/by-answer`)], { answer })).toEqual(['ok']);
    expect(await talk(host, [run('npm run fetch')], { rules: rulesOf(runsScript) })).toEqual(['error']);
    expect(asked).toEqual(['/by-answer']);
  });

  it('taint the session with what they fetched, also where only a rule opened the host', async () => {
    verifies('taint.raised.connected');
    const { host } = await serve('hello');
    const raised = async (...rules: readonly object[]) => {
      const events = await tell(host, [run('npm run fetch')], { rules: rulesOf(...rules), after: ' || true' });
      return bodies(events, 'taint-raised').map(({ kind, source }) => ({ kind, source }));
    };
    expect(await raised(runsScript, { allow: `net(${host})` })).toEqual([{ kind: 'network', source: host }]);
    expect(await raised(runsScript)).toEqual([]);
  });

  it('reach what a rule names, unless another denies it', async () => {
    verifies('sandbox.open.session', 'sandbox.open.standing');
    const { host, asked } = await serve('hello');
    const allows = [runsScript, { allow: `net(${host})` }];
    expect(await talk(host, [run('npm run fetch')], { rules: rulesOf(...allows) })).toEqual(['ok']);
    const denied = rulesOf(...allows, { deny: 'net(127.0.0.1)' });
    expect(await talk(host, [run('npm run fetch')], { rules: denied })).toEqual(['error']);
    expect(asked).toEqual(['/by-script']);
  });

  it('reach what a grant names', async () => {
    verifies('sandbox.open.session', 'sandbox.open.standing');
    const { host, asked } = await serve('hello');
    const answer = ({ offers: [offer] }: Approval): Answer =>
      offer === undefined ? { choice: 'deny' } : { choice: 'always', rules: offer.rules };
    const store = createMemoryStore();
    const rules = rulesOf(runsScript);
    const connect = defineTool({
      name: 'connect',
      description: 'connects',
      parameters: { type: 'object', properties: {} },
      effects: 'outside',
      plan: () => ({ facts: [{ kind: 'net', target: host, where: 'nowhere', known: true }], preview }),
      run: () => 'connected',
    });
    const granting = { answer, store, tools: [connect] };
    expect(await talk(host, [run('npm run fetch')], { rules, store })).toEqual(['error']);
    expect(await talk(host, [{ calls: [{ name: 'connect', arguments: {} }] }], granting)).toEqual(['ok']);
    expect(await talk(host, [run('npm run fetch')], { rules, store })).toEqual(['ok']);
    expect(asked).toEqual(['/by-script']);
  });

  it('reach less while tainted', async () => {
    verifies('sandbox.open.tainted');
    const { host, asked } = await serve('hello');
    const rounds = [search, run('npm run fetch')];
    const tainting = {
      tools: [docsTool],
      answer: ({ tool }: Approval): Answer => ({ choice: tool === docsTool.name ? 'once' : 'deny' }),
    };
    const allows = [runsScript, { allow: `net(${host})` }];
    expect(await talk(host, rounds, { ...tainting, rules: rulesOf(...allows) })).toEqual(['ok', 'error']);
    const also = rulesOf(...allows, { allow: `net(${host})`, when: { tainted: true } });
    expect(await talk(host, rounds, { ...tainting, rules: also })).toEqual(['ok', 'ok']);
    expect(asked).toEqual(['/by-script']);
  });
});
