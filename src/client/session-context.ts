import { defined } from '../base/defined.js';
import { textTokens, toolsTokens } from '../model/estimate-tokens.js';
import { stored } from '../run/recorder.js';
import { declaresFew } from '../session/request-prefix.js';
import { sentRequests } from '../session/session-requests.js';
import { readSession } from '../session/sessions.js';
import type { ContextFacts } from './client-port.js';
import type { Entry } from './host-table.js';

/** What the model is sent with each request, by the tokens that are estimated. */
export async function readContext({ core }: Entry): Promise<ContextFacts> {
  const { model } = core.state;
  const { history, gauge } = core.conversation;
  const { exposure, exposed } = core.tools;
  const { definitions } = exposed.offer();
  if (core.stream.used) await stored(core.stream.recorder);
  const { events } = await readSession(core.store, core.id);
  const { requests, ...sent } = sentRequests(events, core.options.prices);
  const all = gauge.measure(definitions).tokens;
  const [systemTokens, toolTokens] = [textTokens(history.messages[0]?.text ?? ''), toolsTokens(definitions)];
  const ours = declaresFew(exposure, model) ? 'few' : 'builtin';
  return {
    model: model.name,
    ...defined({ contextTokens: model.contextTokens, compactedAt: gauge.limitOf(model) }),
    systemTokens,
    tools: { count: definitions.length, tokens: toolTokens, declared: exposure.kind === 'lazy' ? ours : 'profile' },
    conversationTokens: Math.max(0, all - systemTokens - toolTokens),
    sent: { ...sent, requests: requests.length },
  };
}
