import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { type ActionResult, type ChatRequestMessage, yipsProfile } from '../../../src/systems/yips/index.js';
import { bodies, open } from '../../session/open.js';

const usual = {
  builtins: true,
  profile: yipsProfile,
  sandbox: 'off',
  env: { PATH: process.env['PATH'] },
} as const satisfies Partial<SessionOptions>;

type Rounds = readonly (string | ScriptedRound)[];

/** With a person who says yes, in a folder where commands need no sandbox. */
export const openYips = (rounds: Rounds, options: Partial<SessionOptions> = {}) =>
  openAlone(rounds, { onQuestion: () => ({ choice: 'once' }), ...options });

/** With nobody there. */
export const openAlone = (rounds: Rounds, options: Partial<SessionOptions> = {}) =>
  open(
    rounds.map((round) => (typeof round === 'string' ? { text: round } : round)),
    { ...usual, ...options },
  );

export const fence = (body: object | string, tag = 'yips-agent'): string =>
  `\`\`\`${tag}\n${typeof body === 'string' ? body : JSON.stringify(body)}\n\`\`\``;

export const acts = (...actions: readonly object[]): string => fence({ actions });

export const tool = (name: string, args: object = {}, id = 't1') => ({ type: 'tool', id, name, arguments: args });
export const skill = (name: string, args: object = {}, id = 's1') => ({ type: 'skill', id, name, arguments: args });

type Requests = Awaited<ReturnType<typeof open>>['requests'];

/** A request as a chat server is sent it. */
export const chatOf = (requests: Requests, at: number): ChatRequestMessage[] =>
  (requests[at]?.messages ?? []).map(({ role, text }) => ({ role, content: text }) as ChatRequestMessage);

/** The rows of the last message of a request that begins with this title. */
export function rowsIn<Row = ActionResult>(requests: Requests, at: number, title = 'Action'): Row[] {
  const head = `${title} results:\n`;
  const found = chatOf(requests, at).findLast(({ content }) => content.startsWith(head));
  return found === undefined ? [] : (JSON.parse(found.content.slice(head.length)) as Row[]);
}

/** The problems that were recorded. */
export const problemsOf = (events: readonly SessionEvent[]): string[] =>
  bodies(events, 'message-problem').map(({ message }) => message);
