import { describe, expect, it, vi } from 'vitest';
import type { SessionOptions } from '../../src/session/options.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Tool } from '../../src/tool/tool.js';
import { verifies } from '../requirements.js';
import { bodies, echo, open, play, results } from './open.js';

const parameters = { type: 'object' } as const;
const make = (name: string, run: () => unknown, more: object = {}): Tool =>
  defineTool({ name, description: 'misbehaves', parameters, effects: 'none', run, ...more } as never);

/** Runs one call of the tool, then shows that the session still works. */
async function outcomeOf(tool: Tool, options: Partial<SessionOptions> & { readonly args?: string } = {}) {
  const { args = '{}', ...rest } = options;
  const rounds = [
    { calls: [{ name: tool.name, arguments: args }] },
    { text: 'first' },
    { calls: [{ name: 'echo', arguments: { text: 'still here' } }] },
    { text: 'second' },
  ];
  const session = await open(rounds, { tools: [tool, echo], ...rest });
  const first = await play(session.send('go'));
  const second = await play(session.send('again'));
  expect(first.end.reason).toBe('answered');
  expect(results(second.events)[0]).toMatchObject({ success: true, data: 'still here' });
  return {
    result: results(first.events)[0],
    settled: bodies(first.events, 'call-settled')[0],
    session,
    events: first.events,
  };
}

describe('a tool that misbehaves', () => {
  it('throws, now or later, something or nothing', async () => {
    verifies(
      'core.bad-input.tool-throws',
      'core.bad-input.tool-throws-odd',
      'core.bad-input.usable-after',
      'seed.executor.throw',
    );
    verifies('local-harness.result.type-internal-error', 'core.bad-input.typed-result');
    const thrown: unknown[] = [new Error('kaput'), 'kaput', undefined, { message: 'kaput' }, null];
    for (const value of thrown) {
      const now = () => {
        throw value;
      };
      for (const run of [now, async () => now()]) {
        const { result } = await outcomeOf(make('thrower', run));
        expect(result).toMatchObject({
          success: false,
          error_type: 'internal_error',
          error_message: expect.stringContaining('thrower failed inside'),
        });
      }
    }
  });

  it('throws while planning', async () => {
    const plan = () => {
      throw new Error('no plan');
    };
    for (const one of [plan, async () => plan()]) {
      const { result } = await outcomeOf(make('planner', () => 'x', { plan: one }));
      expect(result).toMatchObject({ error_type: 'internal_error', error_message: expect.stringContaining('no plan') });
    }
  });

  it('hangs, with or without a look at its signal', async () => {
    verifies(
      'core.bad-input.tool-hangs',
      'core.contract.timeout',
      'core.contract.signal',
      'design.tool.timeout',
      'seed.contract.context-signal',
    );
    const polite = defineTool({
      name: 'polite',
      description: 'ends when told',
      parameters,
      effects: 'none',
      limits: { timeoutMs: 30 },
      run: (_args, ctx) =>
        new Promise((_resolve, reject) =>
          ctx.signal.addEventListener('abort', () => reject(new Error('told to stop'))),
        ),
    });
    expect((await outcomeOf(polite)).result).toMatchObject({ success: false, error_type: 'timeout' });
    const deaf = await outcomeOf(make('deaf', () => new Promise(() => {}), { limits: { timeoutMs: 30 } }));
    expect(deaf.result).toMatchObject({
      error_type: 'timeout',
      error_message: expect.stringContaining('did not end within 30 ms'),
    });
    expect(deaf.settled?.outcome).toBe('timeout');
  });

  it('is told by its signal that the turn was cancelled, and may hand over what it has', async () => {
    verifies('core.contract.signal', 'design.words.outcomes');
    const polite = defineTool({
      name: 'polite',
      description: 'x',
      parameters,
      effects: 'none',
      run: (_args, ctx) => new Promise((resolve) => ctx.signal.addEventListener('abort', () => resolve('half of it'))),
    });
    const session = await open([{ calls: [{ name: 'polite', arguments: {} }] }], { tools: [polite] });
    session.on((event) => {
      if (event.type === 'call-started') setTimeout(() => session.cancel(), 5);
    });
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('cancelled');
    expect(results(events)[0]).toMatchObject({ success: true, data: 'half of it' });
  });

  it('floods', async () => {
    verifies(
      'core.bad-input.tool-floods',
      'core.contract.output-bound',
      'design.tool.output-bound',
      'design.road.spill',
      'design.profile.default-result-bound',
    );
    const store = createMemoryStore();
    const text = `start${'"\\\n'.repeat(400_000)}end`;
    const { result, settled, session } = await outcomeOf(
      make('flood', () => text),
      { store },
    );
    expect(settled?.content.length).toBeLessThanOrEqual(10_000);
    expect(result).toMatchObject({ success: true });
    expect(result?.data).toMatch(
      /^start[\s\S]*\[… \d+ characters left out; the whole is kept: as blob:[0-9a-f]{64} …\][\s\S]*end$/,
    );
    expect(Buffer.from((await store.blobs.read(settled?.blob ?? '')) ?? []).toString()).toBe(text);
    expect(session.requests[1]?.messages.at(-1)).toMatchObject({ text: settled?.content });
  });

  it('floods with a value, or only up to a bound of its own', async () => {
    const list = await outcomeOf(make('lister', () => Array.from({ length: 20_000 }, (_, index) => ({ index }))));
    expect(list.settled?.content.length).toBeLessThanOrEqual(10_000);
    const small = await outcomeOf(make('small', () => 'x'.repeat(5000), { limits: { resultChars: 500 } }));
    expect(small.settled?.content.length).toBeLessThanOrEqual(500);
    expect(small.result?.success).toBe(true);
  });

  it('returns nothing, or what JSON cannot hold', async () => {
    verifies('core.bad-input.tool-undefined', 'core.bad-input.tool-cyclic', 'core.bad-input.typed-result');
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const value of [undefined, cycle, 10n, () => 1, Symbol('s')]) {
      const { result } = await outcomeOf(make('odd', () => value));
      expect(result).toMatchObject({
        success: false,
        error_type: 'internal_error',
        error_message: expect.stringContaining('odd is broken'),
      });
    }
    expect((await outcomeOf(make('nil', () => null))).result).toMatchObject({ success: true, data: null });
  });

  it('breaks its own result schema, or has a schema that is wrong', async () => {
    verifies(
      'core.schema.result-checked',
      'design.tool.result-checked',
      'y-agent.definition.result-schema',
      'core.contract.definition-check',
    );
    const result = { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] };
    const broken = await outcomeOf(make('broken', () => ({ lines: 'three' }), { result }));
    expect(broken.result?.error_message).toContain('/lines: expected integer, got string');
    const wrong = await outcomeOf(
      make('wrong', () => 'x', { parameters: { type: 'object', properties: { a: { type: 'strnig' } } } }),
    );
    expect(wrong.result).toMatchObject({
      error_type: 'internal_error',
      error_message: expect.stringContaining('The schema of wrong is itself wrong'),
    });
    expect(() => make('no spaces', () => 'x')).toThrow('cannot be used');
  });

  it('shows and displays a result in its own words', async () => {
    verifies('core.contract.show', 'core.contract.display');
    const tool = make('wordy', () => ({ count: 3 }), {
      show: (value: { count: number }) => `${value.count} lines`,
      display: (value: { count: number }) => `✓ ${value.count}`,
    });
    const { result, settled } = await outcomeOf(tool);
    expect(result?.data).toBe('3 lines');
    expect(settled?.display).toBe('✓ 3');
  });

  it('gets its ports, and streams progress that is not stored', async () => {
    verifies('core.contract.ports', 'core.contract.progress', 'design.events.deltas-not-stored');
    const seen = vi.fn();
    const tool = defineTool({
      name: 'ports',
      description: 'x',
      parameters,
      effects: 'none',
      run(_args, ctx) {
        seen(
          Object.keys(ctx.session),
          ctx.workspace.root,
          ctx.signal.aborted,
          ctx.process.sandboxed,
          typeof ctx.clock.now(),
        );
        ctx.progress('half way');
        ctx.log.debug('seen');
        return ctx.blobs.write('kept');
      },
    });
    const { events, result } = await outcomeOf(tool);
    expect(seen).toHaveBeenCalledWith(['id', 'actor', 'callId'], expect.any(String), false, false, 'number');
    expect(result?.data).toMatch(/^blob:[0-9a-f]{64}$/);
    const delta = events.find(({ type }) => type === 'output-delta');
    expect(delta).toEqual({ type: 'output-delta', callId: expect.any(String), text: 'half way' });
    expect(events.filter((event) => 'seq' in event).map((event) => event.type)).not.toContain('output-delta');
  });
});

describe('arguments that misbehave', () => {
  it.each([
    {
      name: 'ten megabytes',
      ids: ['core.bad-input.huge-arguments'],
      args: JSON.stringify({ text: 'x'.repeat(10_000_000) }),
      says: 'too large (10 MB)',
      type: 'parse_error',
    },
    {
      name: 'nested 100,000 deep',
      ids: ['core.bad-input.deep-nesting'],
      args: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      says: 'nested deeper',
      type: 'parse_error',
    },
    {
      name: '__proto__',
      ids: ['core.bad-input.proto-keys'],
      args: '{"__proto__": {"polluted": 1}}',
      says: '__proto__',
      type: 'parse_error',
    },
    {
      name: '1e400',
      ids: ['core.bad-input.huge-number'],
      args: '{"n": 1e400}',
      says: '1e400',
      type: 'parse_error',
    },
    {
      name: 'duplicate keys',
      ids: ['core.bad-input.duplicate-keys'],
      args: '{"a": 1, "a": 2}',
      says: 'stands twice',
      type: 'parse_error',
    },
    {
      name: 'no JSON',
      ids: ['core.model.bad-arguments'],
      args: 'read the file please',
      says: 'cannot be read',
      type: 'parse_error',
    },
    { name: 'not an object', ids: [], args: '"text"', says: 'must be a JSON object', type: 'validation_failed' },
  ] as const)('are refused with a reason: $name', async ({ ids, args, says, type }) => {
    verifies(...ids, 'core.bad-input.typed-result');
    const ran = vi.fn(() => 'ran');
    const { result } = await outcomeOf(make('taker', ran), { args });
    expect(result).toMatchObject({ success: false, error_type: type, error_message: expect.stringContaining(says) });
    expect(ran).not.toHaveBeenCalled();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('may be left out', async () => {
    const { result } = await outcomeOf(
      make('bare', () => 'fine'),
      { args: '' },
    );
    expect(result).toMatchObject({ success: true, data: 'fine' });
  });
});
