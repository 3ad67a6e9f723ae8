import { compactHistory } from '../agent/compact.js';
import { findPrice, spentBy } from '../agent/price.js';
import { ToolwrightError } from '../base/error.js';
import type { HistoryCompacted } from '../history/event.js';
import type { Usage } from '../model/model.js';
import type { Cancellation } from '../run/cancellation.js';
import { stored } from '../run/recorder.js';
import type { SessionCore } from './session-core.js';

/** Makes the conversation shorter because somebody wants it. Answers nothing when there was nothing to do, or it was stopped. */
export async function compactSession(
  core: SessionCore,
  cancellation: Cancellation,
): Promise<HistoryCompacted | undefined> {
  const env = { ...core.env, cancellation };
  if (env.conversation.history.openCalls.length > 0)
    throw new ToolwrightError('session-busy', 'A call waits for its result: go on with the turn first, then compact.');
  const { meter, prices } = env.spending;
  const spend = (model: string, usage: Usage | undefined): void => {
    if (usage !== undefined) meter.add(spentBy(usage, findPrice(prices, model)));
  };
  env.secrets.refreshSecrets();
  const compacted = await compactHistory({ why: 'asked', spend }, env);
  if (compacted === undefined) return undefined;
  core.stream.used = true;
  await stored(core.stream.recorder);
  return compacted;
}
