import { describe, expect, it, vi } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { errorTypes, fail } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';
import { bodies, echo, open, play, results, writer } from './open.js';

const call = (name: string, args: object | string = {}, id?: string) => ({ name, arguments: args, ...(id && { id }) });

describe('one call, end to end', () => {
  it('goes its whole road and comes back to the model', async () => {
    verifies(
      'core.road.driver',
      'design.road.driver',
      'design.rooms.turn-loop',
      'seed.contract.execute',
      'local-harness.context.auto-continuation',
    );
    verifies(
      'local-harness.context.tool-message',
      'design.events.session-opened',
      'design.events.message-received',
      'design.events.turn-started',
    );
    verifies(
      'design.events.round-started',
      'design.events.model-answered',
      'design.events.call-admitted',
      'design.events.call-planned',
    );
    verifies(
      'design.events.call-decided',
      'design.events.call-started',
      'design.events.call-settled',
      'design.events.turn-ended',
      'seed.conversation.loop-done',
    );
    const session = await open(
      [{ text: 'Let me see.', calls: [call('echo', { text: 'hi' }, 'c1')] }, { text: 'It says hi.' }],
      { tools: [echo] },
    );
    const { types, end, events } = await play(session.send('say hi'));
    expect(types.filter((type) => !type.endsWith('-delta'))).toEqual([
      'session-opened',
      'turn-started',
      'message-received',
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
    expect(results(events)[0]).toMatchObject({ success: true, data: 'hi', error_message: null, error_type: 'none' });
    expect(session.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', text: 'say hi' },
      { role: 'assistant', text: 'Let me see.', calls: [{ id: 'c1', name: 'echo', arguments: '{"text":"hi"}' }] },
      { role: 'tool', callId: 'c1', name: 'echo', isError: false, text: expect.stringContaining('"data":"hi"') },
    ]);
  });

  it('answers the model in the shape LocalHarness and the default profile share', async () => {
    verifies(
      'design.tool.result-shape',
      'local-harness.result.shape',
      'local-harness.result.metadata',
      'local-harness.result.success-json',
    );
    verifies(
      'local-harness.result.error-json',
      'local-harness.result.type-none',
      'local-harness.result.type-not-found',
      'design.tool.error-types',
    );
    const missing = defineTool({
      name: 'missing',
      description: 'x',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => fail('not_found', 'File not found: config.txt'),
    });
    const session = await open([{ calls: [call('echo', { text: 'four' }), call('missing')] }, { text: 'ok' }], {
      tools: [echo, missing],
    });
    const { events } = await play(session.send('go'));
    const metadata = { execution_time_ms: expect.any(Number), data_size_bytes: 4, timestamp: expect.any(Number) };
    expect(results(events)).toEqual([
      { success: true, data: 'four', error_message: null, error_type: 'none', metadata },
      {
        success: false,
        data: null,
        error_message: 'File not found: config.txt',
        error_type: 'not_found',
        metadata: { ...metadata, data_size_bytes: 0 },
      },
    ]);
    expect(errorTypes).toHaveLength(12);
  });

  it('gives every call exactly one result, in source order, whatever becomes of it', async () => {
    verifies(
      'core.road.one-result',
      'design.road.one-result',
      'core.road.result-order',
      'core.road.unknown-tool',
      'design.profile.default-nearest',
    );
    verifies(
      'core.road.invalid-arguments',
      'core.road.denied',
      'seed.conversation.unknown-answered',
      'local-harness.executor.unregistered',
    );
    verifies(
      'local-harness.executor.invalid',
      'local-harness.executor.auto-denied',
      'y-agent.pipeline.lookup',
      'design.events.call-refused',
    );
    verifies(
      'local-harness.result.type-validation-failed',
      'local-harness.result.type-permission-denied',
      'local-harness.result.type-parse-error',
    );
    verifies('core.model.bad-arguments', 'core.bad-input.typed-result');
    const slow = defineTool({
      name: 'slow',
      description: 'x',
      parameters: { type: 'object' },
      effects: 'none',
      run: () => new Promise((resolve) => setTimeout(() => resolve('late'), 30)),
    });
    const { tool } = writer();
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
    const answers = session.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(answers.map((message) => message.role === 'tool' && message.callId)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
    ]);
    const kinds = answers.map(
      (message) => message.role === 'tool' && (JSON.parse(message.text) as { error_type: string }).error_type,
    );
    expect(kinds).toEqual([
      'none',
      'not_found',
      'validation_failed',
      'parse_error',
      'permission_denied',
      'validation_failed',
      'none',
    ]);
    const texts = answers.map((message) => (message.role === 'tool' ? message.text : ''));
    expect(texts[1]).toContain('Did you mean echo?');
    expect(texts[2]).toContain('the required property \\"text\\" is missing');
    expect(texts[4]).toContain('plan mode is read-only: writes x');
    expect(bodies(events, 'call-settled')).toHaveLength(7);
    expect(bodies(events, 'call-refused').map(({ callId, stage }) => `${callId} ${stage}`)).toEqual([
      'b resolve',
      'c check',
      'd check',
      'f check',
    ]);
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
    verifies('core.registry.stale', 'core.registry.stale-removed');
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
    expect(ran).toHaveBeenCalledTimes(1);
  });

  it('does not offer a tool whose capability is missing, and answers a call to it', async () => {
    verifies(
      'core.contract.capability-missing',
      'core.contract.capability-called',
      'design.tool.capability-missing',
      'y-agent.definition.capabilities-required',
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
