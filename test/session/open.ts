import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ScriptedRound, scriptedModel } from '../../src/model/provider/scripted.js';
import type { Question } from '../../src/run/question.js';
import type { SessionEvent, SessionRecord } from '../../src/session/event.js';
import type { SessionOptions } from '../../src/session/options.js';
import { openSession, type Session } from '../../src/session/session.js';
import type { Turn } from '../../src/session/start-turn.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { ToolResult } from '../../src/tool/outcome.js';

export type Approval = Extract<Question, { kind: 'approval' }>;

/** A new empty folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'toolwright-session-'));

/**
 * A session over a scripted model, without built-in tools unless asked for; closed when the test ends. A script calls what it
 * likes: unless the exposure is what a test is about, calls run whether or not their tools were sent.
 */
export async function open(
  rounds: readonly ScriptedRound[],
  options: Partial<SessionOptions> = {},
): Promise<Session & { readonly requests: ReturnType<typeof scriptedModel>['requests'] }> {
  const model = scriptedModel(rounds);
  const exposure = { inactiveCalls: 'run' } as const;
  const session = await openSession({ workspace: newFolder(), builtins: false, model, exposure, ...options });
  onTestFinished(() => session.close());
  return Object.assign(session, { requests: model.requests });
}

/** Everything a turn tells, and its end. */
export async function play(turn: Turn) {
  const events: SessionEvent[] = [];
  for await (const event of turn) events.push(event);
  return { events, end: await turn.result, types: events.map(({ type }) => type) };
}

export function bodies<Type extends SessionRecord['type']>(
  events: readonly SessionEvent[],
  type: Type,
): Extract<SessionRecord, { type: Type }>['body'][] {
  return events.filter((event) => event.type === type).map((event) => (event as { body: unknown }).body) as never;
}

/** The results a turn's calls were answered with, as the model reads them. */
export const results = (events: readonly SessionEvent[]): ToolResult[] =>
  bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as ToolResult);

export const echo = defineTool({
  name: 'echo',
  description: 'says it back',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' }, times: { type: 'integer' } },
    required: ['text'],
  },
  effects: 'none',
  run: ({ text, times }) => text.repeat(times ?? 1),
});

/** A tool that counts its runs and would write a file. */
export function writer(options: { facts?: () => string; basis?: () => string } = {}) {
  const runs: string[] = [];
  const tool = defineTool({
    name: 'writer',
    description: 'writes',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    effects: 'workspace',
    plan: ({ path }) => ({
      facts: [{ kind: 'write', target: options.facts?.() ?? path, where: 'workspace', known: true }],
      preview: { kind: 'text', text: `writes ${path}` },
      ...(options.basis && { basis: options.basis() }),
    }),
    run: ({ path }) => {
      runs.push(path);
      return 'written';
    },
  });
  return { tool, runs };
}
