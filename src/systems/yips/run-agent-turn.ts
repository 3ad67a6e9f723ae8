import { kindOf } from '../../dialect/format/action-fence/write-actions.js';
import { type ActionResult, readAction } from '../../profile/yips/action-results.js';
import type { SessionEvent, SessionRecord } from '../../session/event.js';
import type { Session } from '../../session/session.js';

export type AgentWarningCode =
  | 'protocol_warning'
  | 'protocol_parse_error'
  | 'skill_runner_unavailable'
  | 'subagent_runner_unavailable'
  | 'automatic_pivot'
  | 'max_depth';

export interface AgentWarning {
  readonly code: AgentWarningCode;
  readonly message: string;
}

/** Told of a turn while it goes on. */
export interface AgentTurnListener {
  onAssistantText?(text: string): void;
  onWarning?(warning: AgentWarning): void;
  onResult?(result: ActionResult): void;
}

export interface AgentTurnResult {
  /** Whether it came to an answer. */
  readonly finished: boolean;
  readonly rounds: number;
  /** Of the last answer; undefined where its server does not tell how much it wrote. */
  readonly latestOutputTokensPerSecond: number | undefined;
  /** What the last request read and wrote, as its server tells, else four characters of the turn for a token. */
  readonly usedTokensExact: number;
}

/** A turn of a session with the profile `yips`, told in its words. */
export async function runAgentTurn(
  session: Pick<Session, 'send'>,
  message: string,
  listener: AgentTurnListener = {},
): Promise<AgentTurnResult> {
  const turn = session.send(message);
  const names = new Map<string, string>();
  let said = tokensOf(message);
  let exact: number | undefined;
  let started = 0;
  let speed: number | undefined;
  let held = '';
  const tellText = (): void => {
    if (held !== '') listener.onAssistantText?.(held);
    held = '';
  };
  for await (const event of turn) {
    // What was wrong with a message is told ahead of its words.
    if (!ofMessage.has(event.type)) tellText();
    const warning = warningOf(event, names);
    if (warning !== undefined) listener.onWarning?.(warning);
    if (event.type === 'round-started') started = event.at;
    if (event.type === 'call-admitted') names.set(event.body.callId, event.body.name);
    if (event.type === 'model-answered') {
      const { text, usage } = event.body;
      said += tokensOf(text);
      exact = usage === undefined ? undefined : usage.inputTokens + usage.outputTokens;
      speed = usage === undefined ? undefined : usage.outputTokens / (Math.max(1, event.at - started) / 1000);
      held = text.trim();
    }
    if (event.type === 'call-settled') {
      said += tokensOf(event.body.content);
      listener.onResult?.(resultOf(event));
    }
  }
  tellText();
  const { reason, rounds, limit, message: why = '' } = await turn.result;
  if (limit === 'max_depth') listener.onWarning?.({ code: limit, message: why });
  return {
    finished: reason === 'answered',
    rounds,
    latestOutputTokensPerSecond: speed,
    usedTokensExact: exact ?? said,
  };
}

/** What is recorded of a message before anything of it runs. */
const ofMessage: ReadonlySet<string> = new Set(['message-problem', 'call-admitted']);

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

function warningOf(event: SessionEvent, names: ReadonlyMap<string, string>): AgentWarning | undefined {
  if (event.type === 'message-problem') {
    const { code, message } = event.body;
    if (code === 'call-rejected') return { code: 'protocol_parse_error', message };
    return code === 'call-repeated' ? { code: 'protocol_warning', message } : undefined;
  }
  if (event.type === 'guard-warned' && event.body.code === 'automatic_pivot')
    return { code: 'automatic_pivot', message: event.body.message };
  if (event.type !== 'call-refused' || event.body.errorType !== 'not_found') return undefined;
  const kind = kindOf(names.get(event.body.callId) ?? '');
  return kind === 'tool' ? undefined : { code: `${kind}_runner_unavailable`, message: event.body.message };
}

function resultOf({ body }: Extract<SessionRecord, { type: 'call-settled' }>): ActionResult {
  const { callId: id, name, content: text, outcome } = body;
  return readAction({ id, name, text, isError: outcome !== 'ok' });
}
