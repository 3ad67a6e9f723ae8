import type { SessionEvent } from '../../session/event.js';
import { createSeedAudit, type SeedAuditRow } from './seed-audit.js';
import { busOver, type SeedBus, type SeedBusEvent, type SeedBusOptions } from './seed-bus.js';
import { createSeedOutputs, type SeedOutput } from './seed-output.js';
import { createTelling } from './telling.js';

interface OfTask {
  readonly taskId: string;
  readonly agentId: string;
}

/** All that travels on the bus of Seed. */
export type SeedUiEvent =
  | SeedBusEvent
  | ({ readonly type: 'agent_output' } & SeedOutput & OfTask)
  | ({ readonly type: 'stream_delta'; readonly kind: 'text' | 'reasoning'; readonly content: string } & OfTask)
  | ({ readonly type: 'stream_end' } & OfTask)
  | { readonly type: 'audit_entry'; readonly entry: SeedAuditRow };

export type SeedUiBusOptions = Omit<SeedBusOptions, 'emit'> & { emit(event: SeedUiEvent): void };

/** The bus of Seed with what agents say and what is audited: `session.on(createSeedUiBus({ … }).take)`. */
export function createSeedUiBus(options: SeedUiBusOptions): SeedBus {
  const { taskId, agentId, past = [] } = options;
  const telling = createTelling();
  const emit = (event: SeedUiEvent): void => telling.tell(() => options.emit(event));
  const task = { taskId, agentId };
  const calls = busOver(options, telling);
  const outputs = createSeedOutputs();
  const audit = createSeedAudit(taskId);
  for (const event of past) if ('body' in event) audit(event);
  let isStreaming = false;

  const take = (event: SessionEvent): void => {
    if (event.type === 'text-delta' || event.type === 'reasoning-delta') {
      isStreaming = true;
      const kind = event.type === 'text-delta' ? 'text' : 'reasoning';
      emit({ type: 'stream_delta', ...task, kind, content: event.text });
    }
    if (event.type === 'model-answered' && isStreaming) {
      isStreaming = false;
      emit({ type: 'stream_end', ...task });
    }
    for (const output of outputs.take(event)) emit({ type: 'agent_output', ...task, ...output });
    calls.take(event);
    if ('body' in event) for (const entry of audit(event)) emit({ type: 'audit_entry', entry });
  };
  return { take, close: calls.close };
}
