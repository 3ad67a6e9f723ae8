import { expect, it } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { verifies } from '../requirements.js';
import { echo, open, play, results } from './open.js';

const offered = async (contextTokens?: number): Promise<readonly string[]> => {
  const model = { ...scriptedModel([]), ...(contextTokens !== undefined && { contextTokens }) };
  const requests: (readonly string[])[] = [];
  const session = await open([], {
    builtins: true,
    tools: [echo],
    model: {
      ...model,
      stream(request, sink) {
        requests.push(request.tools.map(({ name }) => name));
        return scriptedModel([{ text: 'done' }]).stream(request, sink);
      },
    },
  });
  await session.send('go').result;
  return requests[0] ?? [];
};

it('sends all definitions where they fit, and the most needed where they would fill most of the context', async () => {
  verifies('compaction.room.tools');
  const all = await offered();
  expect(await offered(128_000)).toEqual(all);
  const few = await offered(8192);
  expect(few.toSorted()).toEqual([...(toolwrightProfile.coreTools ?? []), echo.name].toSorted());
  expect(all).toEqual(expect.arrayContaining([...few]));
  expect(all.length).toBeGreaterThan(2 * few.length);
});

it('tells a model that calls another to go on with those it has', async () => {
  verifies('compaction.room.tools');
  const calls = [{ name: 'web_fetch', arguments: { url: 'https://example.com/' } }];
  const model = Object.assign(scriptedModel([{ calls }, { text: 'done' }]), { contextTokens: 8192 });
  const session = await open([], { builtins: true, model });
  const { events, end } = await play(session.send('go'));
  expect(results(events)).toMatchObject([{ success: false, error_message: /was not offered in this request/ }]);
  expect(end.reason).toBe('answered');
});
