import { describe, expect, it } from 'vitest';
import { toolwrightProfile } from '../../../src/profile/toolwright.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { redactSession } from '../../../src/session/replay/redact-session.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { echo, open, writer } from '../open.js';

/** A session with words of its own in every place: a path, contents, a host, a reason, a tool. */
async function recorded(): Promise<readonly SessionRecord[]> {
  const store = createMemoryStore();
  const session = await open(
    [
      {
        text: 'I look at Zanzibar first.',
        reasoning: 'Quokka thinks.',
        calls: [
          { name: 'read_file', arguments: { path: 'zanzibar/plan.txt' } },
          {
            name: 'write_file',
            arguments: { path: 'zanzibar/plan.txt', content: 'ostrich\n"quoted" — Ünïcode 42 true' },
          },
          { name: 'writer', arguments: { path: 'giraffe' } },
          { name: 'echo', arguments: '{"text": "hippo' },
          { name: 'echo', arguments: { text: 'hippo', extra: { hyena: 'x', more: [1, null, true] } } },
          { name: 'warthog', arguments: { text: 'x' } },
          { name: 'sly', arguments: {} },
          { id: 'tapir-1', name: 'echo', arguments: { text: 'x', other: 90210777 } },
          { id: 'tapir-1', name: 'rewritten', arguments: { count: 90210777 } },
        ],
      },
      { text: 'Zanzibar is done, dear flamingo.' },
    ],
    {
      actor: 'capybara',
      profile: { ...toolwrightProfile, name: 'narwhal' },
      middleware: [
        {
          name: 'axolotl',
          before: ({ tool, arguments: given }) =>
            tool === 'rewritten' ? { arguments: { ...given, more: 'pangolin' } } : undefined,
        },
      ],
      store,
      builtins: true,
      tools: [echo, writer().tool, sly, { ...echo, name: 'rewritten', parameters: { type: 'object' } }],
      onQuestion: (question) =>
        question.tool === 'writer' ? { choice: 'deny', reason: 'because of the meerkat' } : { choice: 'once' },
    },
  );
  await session.send('Tell me of Zanzibar and the flamingo!').result;
  await session.close();
  return (await store.read(session.id)) as readonly SessionRecord[];
}

/** Its words begin as those of the engine that are kept. */
const sly = defineTool({
  name: 'sly',
  description: 'refuses',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  plan: () => fail('not_found', 'the call id of the lemur'),
  run: () => '',
});

const secretWords =
  /zanzibar|plan\.txt|quokka|ostrich|quoted|giraffe|hippo|hyena|warthog|flamingo|meerkat|nicode|lemur|tapir|90210777|capybara|narwhal|axolotl|pangolin/i;

describe('redactSession', () => {
  it('leaves no word of the session, and the same word the same everywhere', async () => {
    verifies('replay.redact.words');
    const events = await recorded();
    const redacted = redactSession(events);
    const text = JSON.stringify(redacted);
    expect(JSON.stringify(events)).toMatch(secretWords);
    expect(text).not.toMatch(secretWords);
    const workspace = events[0]?.type === 'session-opened' ? events[0].body.workspace : '';
    expect(text).not.toContain(workspace.split('/').at(-1));
    for (const { hash } of events) expect(text).not.toContain(hash);
    const paths = redacted.flatMap((event) =>
      event.type === 'call-admitted' ? [/"path":\s*"([^"]*)"/.exec(event.body.arguments)?.[1]] : [],
    );
    expect(paths[0]).toBe(paths[1]);
    const facts = redacted.flatMap((event) => (event.type === 'call-planned' ? event.body.facts : []));
    expect(facts.map(({ target }) => target)).toContain(paths[0]);
    // Drawn by lot: it says nothing about the words that another one gives others.
    expect(JSON.stringify(redactSession(events))).not.toBe(text);
  });

  it('replaces the words of others in every member that may hold some', () => {
    verifies('replay.redact.words');
    const members = ['by', 'model', 'profile', 'code', 'limit', 'callId', 'id', 'sessionId', 'name', 'tool', 'reason'];
    const more = ['source', 'message', 'text', 'content', 'arguments', 'command', 'cwd', 'path', 'who', 'from', 'to'];
    const body = Object.fromEntries([...members, ...more].map((member) => [member, 'zanzibar']));
    const types = ['command-started', 'command-ended', 'hook-ended', 'change-applied', 'turn-ended', 'call-rewritten'];
    for (const type of [
      ...types,
      'guard-tripped',
      'message-problem',
      'round-started',
      'session-opened',
      'unheard-of',
    ]) {
      const [redacted] = redactSession([
        { v: 1, seq: 1, at: 0, hash: '', type, body: { ...body, deep: [body] } },
      ] as never);
      const left = JSON.stringify(redacted);
      // Why a turn ended is a word of ours.
      expect(type === 'turn-ended' ? left.replaceAll('"reason":"zanzibar"', '') : left, type).not.toContain('zanzibar');
    }
    const named = (model: string) =>
      redactSession([{ v: 1, seq: 1, at: 0, hash: '', type: 'round-started', body: { model } }] as never)[0]?.body;
    for (const model of ['ollama/qwen3:8b', 'openai/gpt-5-mini', 'claude-sonnet-4-5', 'llama-3.3-70b-instruct'])
      expect(named(model)).toEqual({ model });
    for (const model of ['acme/qwen3', 'qwen3-acme-payroll']) expect(named(model)).not.toEqual({ model });
  });

  it('keeps events, verdicts, outcomes, numbers and the form and length of every text', async () => {
    verifies('replay.redact.form');
    const events = await recorded();
    const redacted = redactSession(events);
    const heads = (list: readonly SessionRecord[]) => {
      const calls = [...new Set(list.map(({ body }) => (body as { readonly callId?: string }).callId))];
      return list.map(({ type, seq, at, v, body }) => {
        const { callId: id, verdict, outcome, errorType, index } = body as unknown as Record<string, unknown>;
        return { type, seq, at, v, call: calls.indexOf(id as string), verdict, outcome, errorType, index };
      });
    };
    expect(heads(redacted)).toEqual(heads(events));
    for (const [at, event] of events.entries()) {
      const other = redacted[at];
      if (event.type === 'call-admitted' && other?.type === 'call-admitted')
        expect(formOf(other.body.arguments)).toBe(formOf(event.body.arguments));
      if (event.type === 'model-answered' && other?.type === 'model-answered')
        expect(formOf(other.body.text)).toBe(formOf(event.body.text));
    }
  });

  it('can still be replayed, without a difference', async () => {
    verifies('replay.redact.replays');
    const events = await recorded();
    expect((await replaySession(events)).differences).toEqual([]);
    const file = JSON.parse(JSON.stringify(redactSession(events))) as readonly SessionRecord[];
    expect(await replaySession(file)).toMatchObject({ differences: [], redacted: true });
    const changed = file.map((event) =>
      event.type === 'call-settled'
        ? ({ ...event, body: { ...event.body, outcome: 'timeout' } } as SessionRecord)
        : event,
    );
    expect((await replaySession(changed)).differences.length).toBeGreaterThan(0);
  });
});

const formOf = (text: string): string =>
  text
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{L}/gu, 'a')
    .replaceAll(/\p{N}/gu, '0');
