import { createCancellation } from '../run/cancellation.js';
import { prepareCall } from '../run/drive-call.js';
import type { RunEnv } from '../run/env.js';
import type { RunEvent } from '../run/event.js';
import { offerTools } from '../run/find-tool.js';
import { type CallPreview, type PreviewedCall, readPreview } from './preview-calls.js';
import type { SessionCore } from './session-core.js';

/** What would be decided about a call in an open session, as things are now. Nothing is run, recorded or counted. */
export async function previewCall(
  { env }: SessionCore,
  { name, arguments: args }: PreviewedCall,
): Promise<CallPreview> {
  const { registry, metaTools } = env.tools;
  const tools = metaTools === undefined ? { registry } : { registry, metaTools };
  const { sources, more } = env.judges.taint;
  const events: RunEvent[] = [];
  const looking: RunEnv = {
    ...env,
    tools,
    judges: { ...env.judges, taint: { sources, more, connected: () => {}, settled: () => {} } },
    guards: { limits: env.guards.limits },
    recorder: { record: (told) => events.push(...(told as readonly RunEvent[])), flush: async () => undefined },
    emit: () => {},
    cancellation: createCancellation(),
    round: { offer: offerTools(tools), callsBefore: 0 },
  };
  const call = { id: 'preview', index: 0, name, arguments: args, attempt: 1 };
  await prepareCall({ stage: 'resolve', call }, looking);
  return readPreview(events);
}
