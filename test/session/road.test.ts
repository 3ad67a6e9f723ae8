import { describe, expect, it, vi } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import type { SessionRecord } from '../../src/session/event.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { errorTypes, fail, type ToolResult } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { verifies } from '../requirements.js';
import { bodies, echo, open, play, results, writer } from './open.js';

const call = (name: string, args: object | string = {}, id?: string) => ({ name, arguments: args, ...(id && { id }) });

describe('one call, end to end', () => {
  it('goes its whole road and comes back to the model', async () => {
    verifies('design.rooms.turn-loop', 'local-harness.context.auto-continuation', 'seed.conversation.loop-done');
    verifies('local-harness.context.tool-message');
    const session = await open(
      [{ text: 'Let me see.', calls: [call('echo', { text: 'hi' }, 'c1')] }, { text: 'It says hi.' }],
      { tools: [echo] },
    );
    const { types, end, events } = await play(session.send('say hi'));
    expect(types.filter((type) => !type.endsWith('-delta'))).toEqual([
      'session-opened',
      'turn-started',
      'message-received',
      'prefix-fixed',
      'round-started',
      'model-answered',
      'call-admitted',
      'call-planned',
      'call-decided',
      'call-started',
      'call-settled',
      'round-started',
      'model-answered',
      'turn-ended',
    ]);
    expect(end).toMatchObject({ reason: 'answered', text: 'It says hi.', rounds: 2, calls: 1 });
    const [result] = results(events);
    expect(result).toMatchObject({ success: true, data: 'hi', error_message: null, error_type: 'none' });
    expect(session.requests).toHaveLength(2);
    expect(session.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', text: 'say hi' },
      { role: 'assistant', text: 'Let me see.', calls: [{ id: 'c1', name: 'echo', arguments: '{"text":"hi"}' }] },
      { role: 'tool', callId: 'c1', name: 'echo', isError: false, text: JSON.stringify(result) },
    ]);
  });

  it('runs its tool with arguments and a context, once its start is told and before its end is', async () => {
    verifies('core.road.driver', 'seed.contract.execute');
    const { session, order, ran } = await playWriter();
    expect(order.slice(order.indexOf('call-started'), order.indexOf('call-settled') + 1)).toEqual([
      'call-started',
      'the tool runs',
      'call-settled',
    ]);
    expect(ran.mock.calls).toEqual([
      [
        { path: 'x' },
        { id: session.id, actor: 'person', callId: 'c1', approvedIn: expect.stringMatching(/^q_/) },
        session.workspace,
        false,
      ],
    ]);
  });

  const turnId = expect.stringMatching(/^turn_/);
  const decision = { verdict: 'ask', level: 'medium', reasons: ['writes x'] };
  // What each event holds, and what is told or done right after it.
  it.each([
    ['design.events.session-opened', [{ resumed: false, profile: 'toolwright', mode: 'ask' }], ['turn-started']],
    ['design.events.turn-started', [{ turnId }], ['message-received']],
    ['design.events.message-received', [{ text: 'write x' }], ['prefix-fixed']],
    ['design.events.prefix-fixed', [{ why: 'opened', tools: 1 }], ['round-started']],
    [
      'design.events.round-started',
      [
        { turnId, round: 1 },
        { turnId, round: 2 },
      ],
      ['model-answered', 'model-answered'],
    ],
    [
      'design.events.model-answered',
      [
        { round: 1, text: 'Let me see.', calls: 1 },
        { round: 2, text: 'Done.', calls: 0 },
      ],
      ['call-admitted', 'turn-ended'],
    ],
    [
      'design.events.call-admitted',
      [{ callId: 'c1', index: 0, name: 'writer', arguments: '{"path":"x"}' }],
      ['call-planned'],
    ],
    [
      'design.events.call-planned',
      [{ callId: 'c1', facts: [{ kind: 'write', target: 'x', where: 'workspace', known: true }] }],
      ['call-decided'],
    ],
    ['design.events.call-decided', [{ callId: 'c1', tool: 'writer', ...decision }], ['approval-requested']],
    ['design.events.call-started', [{ callId: 'c1', attempt: 1 }], ['the tool runs']],
    [
      'design.events.call-settled',
      [{ callId: 'c1', name: 'writer', outcome: 'ok', errorType: 'none', content: /"data":"written"/ }],
      ['round-started'],
    ],
    ['design.events.turn-ended', [{ turnId, reason: 'answered', text: 'Done.', rounds: 2, calls: 1 }], [undefined]],
  ] as const)('is told as %s', async (id, wanted, next) => {
    verifies(id);
    const { events, order } = await playWriter();
    const type = id.slice('design.events.'.length) as SessionRecord['type'];
    expect(bodies(events, type)).toMatchObject(wanted);
    expect(order.flatMap((one, at) => (one === type ? [order[at + 1]] : []))).toEqual(next);
  });

  it('answers a success in the shape of the default profile', async () => {
    verifies('design.tool.result-shape');
    const session = await open([{ calls: [call('echo', { text: 'four' })] }, { text: 'ok' }], { tools: [echo] });
    const { events } = await play(session.send('go'));
    expect(results(events)).toEqual([{ success: true, data: 'four', error_message: null, error_type: 'none' }]);
  });

  it('answers an error in the same shape: of a missing file, and of a missing tool', async () => {
    verifies('design.tool.result-shape');
    const missing = defineTool({
      name: 'missing',
      description: 'x',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => fail('not_found', 'File not found: config.txt'),
    });
    const calls = [call('missing'), call('read_file', { path: 'config.txt' }), call('nobody')];
    const session = await open([{ calls }, { text: 'ok' }], { tools: [missing], builtins: true });
    await play(session.send('go'));
    const error = { success: false, data: null, error_type: 'not_found' };
    const answers = session.requests[1]?.messages.flatMap((message) =>
      message.role === 'tool' ? [JSON.parse(message.text)] : [],
    );
    expect(answers).toEqual([
      { ...error, error_message: 'File not found: config.txt' },
      { ...error, error_message: expect.stringContaining('config.txt does not exist') },
      { ...error, error_message: expect.stringContaining('There is no tool named "nobody"') },
    ]);
  });

  it('has twelve words for what a result is', () => {
    verifies('design.tool.error-types');
    expect(errorTypes).toEqual([
      'none',
      'not_found',
      'validation_failed',
      'permission_denied',
      'io_error',
      'parse_error',
      'timeout',
      'rate_limited',
      'cancelled',
      'stale',
      'ambiguous',
      'internal_error',
    ]);
  });
});

describe('the calls of one message', () => {
  /** One that is slow, those that cannot be, and one that is well. */
  async function playMixed() {
    const slow = defineTool({
      name: 'slow',
      description: 'x',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => new Promise((resolve) => setTimeout(() => resolve('late'), 30)),
    });
    const { tool, runs } = writer();
    const calls = [
      call('slow', {}, 'a'),
      call('ecko', { text: 'x' }, 'b'),
      call('echo', {}, 'c'),
      call('echo', '{"text": "x', 'd'),
      call('writer', { path: 'x' }, 'e'),
      call('echo', '["list"]', 'f'),
      call('echo', { text: 'last' }, 'g'),
    ];
    const session = await open([{ calls }, { text: 'done' }], { tools: [echo, slow, tool], mode: 'plan' });
    const { events } = await play(session.send('go'));
    const answers = (session.requests[1]?.messages ?? []).flatMap((message) =>
      message.role === 'tool'
        ? [{ id: message.callId, isError: message.isError, result: JSON.parse(message.text) as ToolResult }]
        : [],
    );
    const answerTo = (id: string) => answers.filter((one) => one.id === id).map(({ result }) => result);
    return { events, answers, answerTo, runs };
  }

  it('get exactly one result each, in source order, whatever becomes of them', async () => {
    verifies('core.road.one-result', 'design.road.one-result', 'core.road.result-order');
    const { events, answers } = await playMixed();
    expect(answers.map(({ id, result }) => `${id} ${result.error_type}`)).toEqual([
      'a none',
      'b not_found',
      'c validation_failed',
      'd parse_error',
      'e permission_denied',
      'f validation_failed',
      'g none',
    ]);
    const settled = bodies(events, 'call-settled').map(({ callId }) => callId);
    expect(settled.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    const ended = (id: string) => settled.indexOf(id);
    expect(ended('g')).toBeLessThan(ended('a'));
  });

  it('are answered with the nearest name where there is no such tool', async () => {
    verifies('core.road.unknown-tool', 'design.profile.default-nearest');
    verifies('seed.conversation.unknown-answered', 'local-harness.executor.unregistered');
    const { answerTo } = await playMixed();
    expect(answerTo('b')).toMatchObject([
      { success: false, data: null, error_type: 'not_found', error_message: /ecko.*Did you mean echo\?/ },
    ]);
  });

  it('are answered with the issues where the arguments are wrong', async () => {
    verifies('core.road.invalid-arguments', 'local-harness.executor.invalid');
    verifies('local-harness.result.type-validation-failed');
    const { answerTo } = await playMixed();
    const invalid = { success: false, data: null, error_type: 'validation_failed' };
    expect(answerTo('c')).toMatchObject([{ ...invalid, error_message: /the required property "text" is missing/ }]);
    expect(answerTo('f')).toMatchObject([{ ...invalid, error_message: /must be a JSON object/ }]);
  });

  it('are answered as unreadable where the arguments are no JSON', async () => {
    verifies('core.model.bad-arguments', 'local-harness.result.type-parse-error');
    const { answerTo } = await playMixed();
    expect(answerTo('d')).toMatchObject([
      { success: false, data: null, error_type: 'parse_error', error_message: /cannot be read/ },
    ]);
  });

  it('are answered with the reason where the policy denies them, and do not run', async () => {
    verifies('core.road.denied', 'local-harness.executor.auto-denied', 'local-harness.result.type-permission-denied');
    const { answerTo, runs } = await playMixed();
    expect(answerTo('e')).toMatchObject([
      {
        success: false,
        data: null,
        error_type: 'permission_denied',
        error_message: /plan mode is read-only: writes x/,
      },
    ]);
    expect(runs).toEqual([]);
  });

  it('are told as refused where they are unknown or invalid, and only these', async () => {
    verifies('design.events.call-refused');
    const { events } = await playMixed();
    expect(
      bodies(events, 'call-refused').map(({ callId, stage, errorType }) => `${callId} ${stage} ${errorType}`),
    ).toEqual(['b resolve not_found', 'c check validation_failed', 'd check parse_error', 'f check validation_failed']);
  });

  it('runs safe neighbours together and a risky call alone', async () => {
    verifies('core.road.parallel', 'design.profile.default-parallel');
    let running = 0;
    const seen: string[] = [];
    const make = (name: string, exclusive: boolean) =>
      defineTool({
        name,
        description: 'x',
        parameters: { type: 'object' },
        effects: 'none',
        concurrency: exclusive ? 'exclusive' : 'parallel',
        async run() {
          running += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          seen.push(`${name}${running}`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
          return name;
        },
      });
    const session = await open(
      [{ calls: [call('p'), call('p'), call('p'), call('x'), call('p'), call('p')] }, { text: 'ok' }],
      {
        tools: [make('p', false), make('x', true)],
      },
    );
    await play(session.send('go'));
    expect(seen).toEqual(['p3', 'p3', 'p3', 'x1', 'p2', 'p2']);
  });

  it('coerces what the schema wants and reports it', async () => {
    verifies('core.schema.coercion-reported');
    const session = await open([{ calls: [call('echo', { text: 'ab', times: '2' })] }, { text: 'ok' }], {
      tools: [echo],
    });
    const { events } = await play(session.send('go'));
    const coercion = { path: '/times', from: 'string', to: 'integer' };
    expect(results(events)[0]).toMatchObject({ data: 'abab', metadata: { coerced: [coercion] } });
    expect(bodies(events, 'call-planned')[0]).toMatchObject({ coercions: [coercion] });
  });

  it('repairs a missing or repeated call id and reports it', async () => {
    verifies('core.road.repair-ids', 'design.events.message-problem');
    const session = await open(
      [
        { calls: [call('echo', { text: '1' }, 'same'), call('echo', { text: '2' }, 'same')] },
        { calls: [call('echo', { text: '3' }, 'same')] },
        { text: 'ok' },
      ],
      { tools: [echo] },
    );
    const { events } = await play(session.send('go'));
    expect(new Set(bodies(events, 'call-admitted').map(({ callId }) => callId)).size).toBe(3);
    expect(bodies(events, 'message-problem').map(({ code }) => code)).toEqual(['call-id-replaced', 'call-id-replaced']);
    expect(results(events).map(({ data }) => data)).toEqual(['1', '2', '3']);
  });

  it('fails as stale when the tool was replaced or removed after it was offered', async () => {
    verifies('core.registry.stale', 'core.registry.stale-removed', 'design.events.call-refused');
    const ran = vi.fn(() => 'new');
    const other = defineTool({
      name: 'echo',
      description: 'another',
      parameters: { type: 'object' },
      effects: 'none',
      run: ran,
    });
    // The model answers after the tools have changed under it.
    const model = scriptedModel((_request, round) => {
      if (round === 0) session.tools.replace(other);
      if (round === 2) session.tools.unregister('echo');
      return round === 3 ? { text: 'ok' } : { calls: [call('echo', { text: 'x' })] };
    });
    const session = await open([], { tools: [echo], model });
    const { events } = await play(session.send('go'));
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['stale', 'none', 'stale']);
    expect(bodies(events, 'call-refused').map(({ errorType }) => errorType)).toEqual(['stale', 'stale']);
    expect(ran).toHaveBeenCalledTimes(1);
  });

  it('does not offer a tool whose capability is missing, and answers a call to it', async () => {
    verifies(
      'core.contract.capability-missing',
      'core.contract.capability-called',
      'design.tool.capability-missing',
      'y-agent.definition.capabilities-required',
      'design.events.call-refused',
    );
    const needy = defineTool({
      name: 'needy',
      description: 'x',
      parameters: { type: 'object' },
      capabilities: ['quantum'],
      run: () => 'never',
    });
    const session = await open([{ calls: [call('needy')] }, { text: 'ok' }], { tools: [echo, needy] });
    const { events } = await play(session.send('go'));
    expect(session.requests[0]?.toolNames).toEqual(['echo']);
    expect(results(events)[0]).toMatchObject({
      error_type: 'not_found',
      error_message: expect.stringContaining('it needs quantum'),
    });
    expect(bodies(events, 'call-refused')).toMatchObject([{ stage: 'resolve', errorType: 'not_found' }]);
  });

  it('bounds rounds, calls a round and calls a turn, and answers each call beyond', async () => {
    verifies(
      'design.profile.default-rounds',
      'design.profile.default-calls-round',
      'design.profile.default-calls-turn',
    );
    let made = 0;
    const one = () => call('echo', { text: `x${made++}` });
    const many = (count: number) => ({ calls: Array.from({ length: count }, one) });
    const rounds = await open(
      Array.from({ length: 25 }, () => many(1)),
      { tools: [echo] },
    );
    expect(await rounds.send('go').result).toMatchObject({
      reason: 'limit',
      rounds: 20,
      message: expect.stringContaining('20 rounds'),
    });
    const wide = await open([many(60), many(50), many(50), many(50), { text: 'ok' }], { tools: [echo] });
    const { events } = await play(wide.send('go'));
    const limited = results(events).map(({ error_type }) => error_type);
    expect(limited.slice(0, 60).filter((type) => type === 'rate_limited')).toHaveLength(10);
    expect(limited.filter((type) => type === 'none')).toHaveLength(50 + 50 + 50 + 40);
    expect(bodies(events, 'guard-tripped').map(({ limit }) => limit)).toContain('calls-per-turn');
  });
});

/** One call that is asked about and runs: the events, what is done between them, and what the tool was given. */
async function playWriter() {
  const order: string[] = [];
  const ran = vi.fn();
  const { tool } = writer();
  const rounds = [{ text: 'Let me see.', calls: [call('writer', { path: 'x' }, 'c1')] }, { text: 'Done.' }];
  const watched: Tool = {
    ...tool,
    run(args, ctx, plan) {
      order.push('the tool runs');
      ran(args, ctx.session, ctx.workspace.root, ctx.signal.aborted);
      return tool.run(args, ctx, plan);
    },
  };
  const session = await open(rounds, { tools: [watched], onQuestion: () => ({ choice: 'once' }) });
  session.on(({ type }) => {
    if (!type.endsWith('-delta')) order.push(type);
  });
  const { events } = await play(session.send('write x'));
  return { session, events, order, ran };
}
