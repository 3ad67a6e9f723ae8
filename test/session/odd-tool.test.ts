import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { bodies, echo, newFolder, open, play } from './open.js';

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const parameters = { type: 'object' } as const;

describe('a tool cannot break its session', () => {
  const odd: Record<string, Partial<Tool>> = {
    'an async display': { display: (async () => 'x') as never },
    'a display of null': { display: (() => null) as never },
    'a show of nothing': { show: (() => undefined) as never },
    'a toJSON that throws the second time': { run: twice as never },
    'a thenable that throws': {
      run: () => ({
        // biome-ignore lint/suspicious/noThenProperty: what a hostile tool returns
        get then() {
          throw new Error('no');
        },
      }),
    },
    'a failure with an odd message': { run: () => fail('io_error', 10n as never) },
    'data nobody can show': {
      run: () => fail('not_found', 'gone', { cycle: 10n }),
      show: (() => {
        throw new Error('no');
      }) as never,
    },
    'a plan of nothing': { plan: (async () => undefined) as never },
    'a plan without facts': { plan: (() => ({ preview: { kind: 'arguments' } })) as never },
    'a fact of no kind': { plan: (() => ({ facts: [{ kind: 'magic' }], preview: { kind: 'arguments' } })) as never },
    'a message too long for any result': { run: () => fail('io_error', 'x'.repeat(50_000)) },
  };
  function twice() {
    let times = 0;
    return {
      toJSON: () => {
        times += 1;
        if (times > 1) throw new Error('again');
        return 'once';
      },
    };
  }
  for (const [name, part] of Object.entries(odd)) {
    it(`by ${name}`, async () => {
      const tool = {
        ...defineTool({ name: 'odd', description: 'x', parameters, effects: 'none', run: () => 'fine' }),
        ...part,
      } as Tool;
      const session = await open(
        [{ calls: [call('odd')] }, { text: 'first' }, { calls: [call('echo', { text: 'on' })] }, { text: 'second' }],
        { tools: [tool, echo] },
      );
      const first = await play(session.send('go'));
      expect(first.end.text).toBe('first');
      const [settled] = bodies(first.events, 'call-settled');
      expect(settled?.content.length).toBeGreaterThan(20);
      expect((await session.send('again').result).text).toBe('second');
    });
  }

  it('by what no store can take', async () => {
    const store = createMemoryStore();
    const path = join(newFolder(), 'store.db');
    const sqlite = await openStore(path);
    const poison = defineTool({
      name: 'poison',
      description: 'x',
      parameters,
      plan: () => ({
        facts: [{ kind: 'write', target: 'x', where: 'workspace', known: true, note: 10n as never }],
        preview: { kind: 'arguments' },
      }),
      run: () => 'ran',
    });
    for (const one of [store, sqlite]) {
      const session = await open([{ calls: [call('poison')] }, { text: 'first' }, { text: 'second' }], {
        tools: [poison],
        store: one,
        mode: 'edit',
      });
      await session.send('go').result;
      await session.send('again').result;
      await session.close();
    }
    const [stream] = await sqlite.streams();
    const types = (await sqlite.read(stream?.id ?? '')).map(({ type }) => type);
    expect(types).toContain('event-unstorable');
    expect(types.at(-1)).toBe('turn-ended');
    await sqlite.close();
  });
});
