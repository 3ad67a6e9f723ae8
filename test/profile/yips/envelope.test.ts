import { describe, expect, it } from 'vitest';
import { parseAgentEnvelope } from '../../../src/systems/yips/index.js';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { written } from './fixtures/document.js';
import { acts, chatOf, fence, openYips, problemsOf, rowsIn, skill, tool } from './scene.js';

const listed = tool('list_dir');
const idsOf = (message: string) => parseAgentEnvelope(message).actions.map(({ id }) => id);

describe('an envelope of Yips', () => {
  it.each([
    ['behind words in its line', 'yips.envelope.fence', `Now: ${acts(listed)}`, ['t1']],
    ['tagged yips-tools', 'yips.envelope.fence', fence({ tool_calls: [listed] }, 'yips-tools'), ['t1']],
    ['closed by four backticks', 'yips.envelope.fence-four', `${acts(listed)}\``, ['t1']],
    [
      'with a fence in a string',
      'yips.envelope.fence-inner',
      acts(tool('write_file', { path: 'a', content: '```\nx\n```' })),
      ['t1'],
    ],
    ['never closed', 'yips.envelope.unclosed', acts(listed).replace(/\n```$/, ''), []],
    ['tagged in other letters', 'yips.envelope.tag-case', fence({ actions: [listed] }, 'Yips-Agent'), []],
    [
      'with lists of its own kind',
      'yips.envelope.agent-actions',
      fence({ actions: [listed], tool_calls: [tool('grep', {}, 'no')] }),
      ['t1'],
    ],
    [
      'with three lists, in the order of kinds',
      'yips.envelope.tools-lists',
      fence(
        {
          subagent_calls: [{ id: 'a', task: 'x' }],
          skill_calls: [skill('todos')],
          tool_calls: [listed],
          actions: [tool('grep', {}, 'no')],
        },
        'yips-tools',
      ),
      ['t1', 's1', 'a'],
    ],
    ['with an id in spaces', 'yips.envelope.entry-id', acts({ ...listed, id: '  x ' }), ['x']],
    ['with a blank id', 'yips.envelope.entry-id', acts({ ...listed, id: ' ' }, { ...listed, id: 7 }), []],
    ['without an id', 'yips.envelope.entry-no-default-id', acts({ type: 'tool', name: 'list_dir', arguments: {} }), []],
    [
      'with a name in no list',
      'yips.envelope.entry-name',
      acts(tool('delete_everything'), tool('search', {}, 'b'), skill('grep')),
      [],
    ],
    [
      'without arguments',
      'yips.envelope.entry-arguments',
      acts({ type: 'tool', id: 'a', name: 'list_dir' }, { ...listed, arguments: '{}' }),
      [],
    ],
    ['with a list of arguments', 'yips.envelope.entry-arguments-array', acts({ ...listed, arguments: [] }), []],
    ['of an unknown type', 'yips.envelope.agent-actions', acts({ ...listed, type: 'job' }), []],
    [
      'of a subagent without a task',
      'yips.envelope.subagent-entry',
      acts({ type: 'subagent', id: 'a', task: ' ' }, { type: 'subagent', task: 'x' }),
      [],
    ],
    ['of an array', 'yips.envelope.error-no-actions', fence('[]'), []],
    ['one of two', 'yips.envelope.several', `${acts(listed)}\n${acts(listed)}`, []],
    [
      'one of two kinds',
      'yips.envelope.several-mixed',
      `${acts(listed)}\n${fence({ tool_calls: [] }, 'yips-tools')}`,
      [],
    ],
    [
      'of the five skills',
      'yips.skill.allow-list',
      acts(...['search', 'fetch', 'build', 'todos', 'virtual_terminal', 'browse'].map((name) => skill(name, {}, name))),
      ['search', 'fetch', 'build', 'todos', 'virtual_terminal'],
    ],
  ] as const)('%s is read for its actions', (_, id, message, ids) => {
    verifies(id);
    expect(idsOf(message)).toEqual(ids);
  });

  it.each([
    ['a context', 'yips.envelope.subagent-context', { context: ' docs ' }, { context: 'docs' }],
    ['no text as context', 'yips.envelope.subagent-context', { context: 5 }, {}],
    [
      'known and unknown tools',
      'yips.envelope.subagent-allowed-tools',
      { allowed_tools: ['grep', 'nothing', 3] },
      { allowedTools: ['grep'] },
    ],
    ['no list of tools', 'yips.envelope.subagent-allowed-tools', { allowed_tools: 'grep' }, {}],
    ['many rounds', 'yips.envelope.subagent-max-rounds', { max_rounds: 9 }, { maxRounds: 6 }],
    ['half a round', 'yips.envelope.subagent-max-rounds', { max_rounds: 2.5 }, {}],
    ['no round', 'yips.envelope.subagent-max-rounds', { max_rounds: 0 }, {}],
    ['spaces around its task', 'yips.envelope.subagent-entry', { task: ' sum up ' }, { task: 'sum up' }],
  ] as const)('of a subagent with %s', (_, id, given, read) => {
    verifies(id);
    const { actions } = parseAgentEnvelope(acts({ type: 'subagent', id: 'a', task: 'x', ...given }));
    expect(actions).toEqual([{ type: 'subagent', id: 'a', task: 'x', ...read }]);
  });

  it.each([
    [
      'words around it and within',
      'yips.envelope.text-joined',
      `Before.\n${fence({ assistant_text: ' Inside. ' })}\nAfter.`,
      'Before.\n\nAfter.\n\nInside.',
    ],
    ['words within alone', 'yips.envelope.text-joined', fence({ assistant_text: 'Only.' }), 'Only.'],
    ['a number as its words', 'yips.envelope.text-not-string', fence({ assistant_text: 5 }), ''],
    [
      'another beside it',
      'yips.envelope.several-text',
      ` A\n${acts(listed)}\nB\n${acts(listed)} `,
      `A\n${acts(listed)}\nB\n${acts(listed)}`,
    ],
  ] as const)('with %s', (_, id, message, text) => {
    verifies(id);
    expect(parseAgentEnvelope(message).assistantText).toBe(text);
  });

  it('warns of an id that stands twice, of whatever kind, and of nothing else', () => {
    verifies('yips.envelope.duplicate-id', 'yips.envelope.warning-only-duplicate');
    const { actions, warnings, errors } = parseAgentEnvelope(
      acts(listed, { type: 'subagent', id: 't1', task: 'x' }, skill('nothing', {}, 't1'), tool('nothing', {}, 'b'), {
        id: 7,
      }),
    );
    expect(actions).toMatchObject([{ type: 'tool', id: 't1' }]);
    expect([warnings.length, errors]).toEqual([1, []]);
    expect(warnings[0]).toContain('"t1"');
  });
});

it('runs what is whole of an envelope: what is not gives no result, no error and no warning', async () => {
  verifies('yips.envelope.bad-entry', 'yips.failure.unknown-names', 'yips.envelope.entry-id');
  const bad = [tool('delete_everything', {}, 'a'), { ...listed, id: ' ' }, { ...listed, id: 'c', arguments: [] }, 5];
  const session = await openYips([acts(...(bad as object[]), listed), 'Done.']);
  const { events, end } = await play(session.send('go'));
  expect(end.reason).toBe('answered');
  expect(rowsIn(session.requests, 1)).toMatchObject([{ callId: 't1', status: 'ok' }]);
  expect(bodies(events, 'call-admitted')).toHaveLength(1);
  // It is recorded all the same, for whoever looks at every detail.
  expect(problemsOf(events)).toHaveLength(4);
  expect(bodies(events, 'message-problem').every(({ code }) => code === 'call-ignored')).toBe(true);
});

it('asks for yips-agent alone, and tells the model an older envelope in that form', async () => {
  verifies('yips.envelope.canonical');
  const session = await openYips([
    fence({ tool_calls: [{ id: 't1', name: 'list_dir', arguments: {} }] }, 'yips-tools'),
    'Done.',
  ]);
  await play(session.send('go'));
  expect(chatOf(session.requests, 0)[0]?.content).not.toContain('yips-tools');
  expect(chatOf(session.requests, 1)[2]?.content).toBe(
    written('{"type": "tool", "id": "t1", "name": "list_dir", "arguments": {}}'),
  );
});

it.each([
  ['words before an envelope', 'yips.envelope.preview-cut', `Look:\n${acts(listed)}`, 'Look:'],
  [
    'an envelope without its fence',
    'yips.envelope.bare-json-display',
    `{"assistant_text": "Hello", "actions": [${JSON.stringify(listed)}]}`,
    'Hello',
  ],
] as const)('shows of %s, while it comes, no more than its words', async (_, id, text, shown) => {
  verifies(id);
  const session = await openYips([{ text, chunks: 9 }, 'Done.']);
  const { events } = await play(session.send('go'));
  const until = events.findIndex(({ type }) => type === 'model-answered');
  const said = events.slice(0, until).flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
  expect(said.join('').trim()).toBe(shown);
  if (id === 'yips.envelope.bare-json-display') expect(bodies(events, 'call-admitted')).toEqual([]);
});
