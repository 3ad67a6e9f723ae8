import { describe, expect, it } from 'vitest';
import { type Conversation, compactConversation } from '../../src/history/conversation.js';
import { planCompaction } from '../../src/history/plan-compaction.js';
import { messagesTokens } from '../../src/model/estimate-tokens.js';
import type { Message } from '../../src/model/message.js';
import { verifies } from '../requirements.js';

const user = (text: string): Message => ({ role: 'user', text });
const round = (id: string, result: string, args = '{}'): readonly Message[] => [
  {
    role: 'assistant',
    text: '',
    calls: [{ id, name: 'look', arguments: args }],
    carry: { api: 'x', model: 'y', value: 1 },
  },
  { role: 'tool', callId: id, name: 'look', text: result, isError: false },
];

/** A conversation of one message of the person and rounds with results of these lengths. */
function talk(lengths: readonly number[], request = 'go'): Conversation {
  const messages: Message[] = [{ role: 'system', text: 's' }, user(request)];
  const cuts = [{ id: 'm', at: 1 }];
  for (const [index, length] of lengths.entries()) {
    cuts.push({ id: `c${index}`, at: messages.length });
    messages.push(...round(`c${index}`, 'x'.repeat(length)));
  }
  return { messages, cuts, head: 1 };
}

const none = new Map<string, never>();
const sizeOf = (conversation: Conversation): number => messagesTokens(conversation.messages.slice(1));

describe('a plan of a compaction', () => {
  it('shortens old results where that is enough, and leaves the last rounds as they are', () => {
    verifies('compaction.room.shorten');
    const long = talk([6000, 6000, 6000, 6000, 900, 900]);
    const plan = planCompaction(long, { room: 4000, summarise: false });
    expect(plan.drop).toBeUndefined();
    expect(plan.shortened.map(({ id, chars }) => [id, chars])).toEqual(['c0', 'c1', 'c2', 'c3'].map((id) => [id, 600]));
    const { messages } = compactConversation(
      long,
      { shortened: [{ ...plan.shortened[0], blob: 'blob:1' } as never] },
      none,
    );
    expect(messages[3]?.text).toContain('characters left out to save room; read_file with path blob:1 gives the whole');
    expect(messages[3]?.text.length).toBeLessThanOrEqual(600);
    expect(messages[5]).toBe(long.messages[5]);
  });

  it('leaves out what came before the last rounds, as many of these as fit', () => {
    verifies('compaction.kept.requests');
    const long = talk(Array.from({ length: 30 }, () => 1200));
    const plan = planCompaction(long, { room: 4000, summarise: false });
    expect(plan).toEqual({ shortened: [], drop: { until: long.cuts[28]?.at, from: 'c27' } });
    const summary = { from: 'c27', by: 'digest' as const, text: 'past', requests: [], denials: [], notes: [] };
    const left = compactConversation(long, { summary }, none);
    expect(left.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      ...['c27', 'c28', 'c29'].flatMap(() => ['assistant', 'tool']),
    ]);
    expect(left.cuts).toEqual([
      { id: 'c27', at: 2 },
      { id: 'c28', at: 4 },
      { id: 'c29', at: 6 },
    ]);
    expect(left.head).toBe(2);
    expect(planCompaction(left, { room: 4000, summarise: true }).drop).toMatchObject({ from: 'c29' });
  });

  it.each([
    ['results', talk([300, 40_000])],
    ['one message of the person', talk([], 'word '.repeat(20_000))],
    [
      'arguments',
      {
        ...talk([]),
        messages: [...talk([]).messages, ...round('c', 'ok', JSON.stringify({ a: 'b'.repeat(30_000) }))],
        cuts: [
          { id: 'm', at: 1 },
          { id: 'c', at: 2 },
        ],
      },
    ],
    ['many results of one round', parallel(50)],
  ])('makes %s fit that fill the context by themselves', (_, conversation) => {
    verifies('compaction.room.limit', 'compaction.kept.pairs');
    const room = 2000;
    const plan = planCompaction(conversation, { room, summarise: false });
    const left = compactConversation(conversation, { shortened: plan.shortened }, none);
    expect(messagesTokens(left.messages.slice(plan.drop?.until ?? 1))).toBeLessThanOrEqual(room);
    expect(sizeOf(left)).toBeLessThan(sizeOf(conversation));
    expect(left.messages.map(({ role }) => role)).toEqual(conversation.messages.map(({ role }) => role));
    for (const message of left.messages) {
      if (message.role !== 'assistant') continue;
      for (const call of message.calls) expect(typeof JSON.parse(call.arguments)).toBe('object');
    }
  });

  it('shortens the text of an answer, and leaves out its thoughts where little room is left', () => {
    const planOf = (answer: object, room = 2000) => {
      const said = { role: 'assistant', text: '', calls: [{ id: 'c', name: 'look', arguments: '{}' }], ...answer };
      const result = { role: 'tool', callId: 'c', name: 'look', text: 'ok', isError: false };
      const { messages } = talk([]);
      return planCompaction(
        {
          messages: [...messages, said as Message, result as Message],
          cuts: [
            { id: 'm', at: 1 },
            { id: 'c', at: 2 },
          ],
          head: 1,
        },
        { room, summarise: false },
      ).shortened;
    };
    const words = (count: number) => 'word '.repeat(count);
    expect(planOf({ text: words(20_000) })).toEqual([{ what: 'answer', id: 'c', chars: 2000 }]);
    expect(planOf({ text: words(20_000) }, 500)).toEqual([{ what: 'answer', id: 'c', chars: 500 }]);
    expect(planOf({ reasoning: words(20_000) })).toEqual([{ what: 'answer', id: 'c', chars: 1000 }]);
    const call = { id: 'c', name: 'look', arguments: JSON.stringify(words(20_000)) };
    expect(planOf({ calls: [call] })).toEqual([{ what: 'arguments', id: 'c', chars: 2000 }]);
  });

  it('leaves what the program itself told the model as it is', () => {
    const { messages, cuts } = talk([]);
    const note = user('note '.repeat(5000));
    const conversation = { messages: [...messages, note], cuts, head: 1 };
    expect(planCompaction(conversation, { room: 2000, summarise: false }).shortened).toEqual([]);
  });

  it('leaves out the thoughts and what a provider wants back with arguments that are shortened', () => {
    const conversation = {
      ...talk([]),
      messages: [...talk([]).messages, ...round('c', 'ok', `"${'b'.repeat(3000)}"`)],
    };
    const shortened = [{ what: 'arguments' as const, id: 'c', chars: 200 }];
    const message = compactConversation(conversation, { shortened }, none).messages[2];
    expect(message).not.toHaveProperty('carry');
    expect(message).toMatchObject({ calls: [{ arguments: expect.stringContaining('(3002 characters)') }] });
  });

  it('leaves a conversation as it is that a compaction does not fit', () => {
    const conversation = talk([10, 10]);
    const summary = { from: 'gone', by: 'digest' as const, text: '', requests: [], denials: [], notes: [] };
    expect(compactConversation(conversation, { summary }, none)).toEqual(conversation);
    const shortened = [{ what: 'result' as const, id: 'gone', chars: 1 }];
    expect(compactConversation(conversation, { shortened }, none)).toEqual(conversation);
  });
});

function parallel(count: number): Conversation {
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  const calls = ids.map((id) => ({ id, name: 'look', arguments: '{"what":"something"}' }));
  return {
    messages: [
      { role: 'system', text: 's' },
      user('go'),
      { role: 'assistant', text: 'all', calls },
      ...ids.map((callId) => ({
        role: 'tool' as const,
        callId,
        name: 'look',
        text: 'y'.repeat(10_000),
        isError: false,
      })),
    ],
    cuts: [
      { id: 'm', at: 1 },
      { id: 'p0', at: 2 },
    ],
    head: 1,
  };
}
