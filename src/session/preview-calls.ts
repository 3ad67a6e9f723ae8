import { systemClock } from '../base/clock.js';
import { defined } from '../base/defined.js';
import { createChanges } from '../change/changes.js';
import type { Decision, Mode, Policy } from '../policy/policy.js';
import { noMask } from '../policy/secret/mask.js';
import { toolwrightProfile } from '../profile/toolwright.js';
import { noGrants } from '../run/call-grants.js';
import { noTaint } from '../run/call-taint.js';
import { createCallWatch } from '../run/call-watch.js';
import { createCancellation } from '../run/cancellation.js';
import { prepareCall } from '../run/drive-call.js';
import type { RunEnv } from '../run/env.js';
import type { RunEvent, Settlement } from '../run/event.js';
import { createOpenQuestions } from '../run/question.js';
import type { Coercion } from '../schema/coerce.js';
import { createMemoryBlobs } from '../store/memory-blobs.js';
import type { Fact } from '../tool/fact.js';
import type { ProcessPort } from '../tool/port.js';
import { createRegistry } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { WorkspaceScopes } from '../workspace/scopes.js';
import { createWorkspace } from '../workspace/workspace.js';

/** Where calls are looked at. */
export interface PreviewContext {
  readonly workspace: string;
  readonly tools: readonly Tool[];
  readonly policy: Policy;
  readonly mode: Mode;
  /** The variables a command would see. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether a command would be confined; what this machine can do when absent. */
  readonly sandboxed?: boolean;
  readonly profile?: string;
  /** The scopes paths are in. */
  readonly scopes?: WorkspaceScopes | undefined;
}

export interface PreviewedCall {
  readonly name: string;
  readonly arguments: string;
}

/** How far a call would come. */
export type CallPreview =
  /** It comes to no decision: there is no such tool, its arguments do not fit, or its plan fails. */
  | { readonly type: 'refused'; readonly errorType: Settlement['errorType']; readonly message: string }
  | {
      readonly type: 'decided';
      readonly decision: Decision;
      readonly facts: readonly Fact[];
      readonly coercions: readonly Coercion[];
    };

/** What would become of calls, by the very road all calls go. None of them is run, and nothing is kept. */
export function createPreview(context: PreviewContext): (call: PreviewedCall) => Promise<CallPreview> {
  const events: RunEvent[] = [];
  const env = previewEnv(context, (found) => events.push(...found));
  return async ({ name, arguments: args }) => {
    events.length = 0;
    await prepareCall({ stage: 'resolve', call: { id: 'preview', index: 0, name, arguments: args, attempt: 1 } }, env);
    return readPreview(events);
  };
}

/** What the events of a call that was looked at tell. */
export function readPreview(events: readonly RunEvent[]): CallPreview {
  const planned = events.find((event) => event.type === 'call-planned');
  const decided = events.find((event) => event.type === 'call-decided');
  if (planned?.type === 'call-planned' && decided?.type === 'call-decided') {
    const { verdict, level, reasons, because } = decided.body;
    const decision = { verdict, level, reasons, ...defined({ because }) };
    return { type: 'decided', decision, facts: planned.body.facts, coercions: planned.body.coercions ?? [] };
  }
  const refused = events.find((event) => event.type === 'call-refused');
  if (refused?.type !== 'call-refused') throw new Error('a call came neither to a decision nor to a refusal');
  return { type: 'refused', errorType: refused.body.errorType, message: refused.body.message };
}

function previewEnv(context: PreviewContext, record: (events: readonly RunEvent[]) => void): RunEnv {
  const registry = createRegistry();
  for (const tool of context.tools) registry.register(tool);
  const workspace = createWorkspace({ root: context.workspace, scopes: context.scopes, providesScopes: false });
  const blobs = createMemoryBlobs();
  const { limits, order, renderResult, name } = toolwrightProfile;
  return {
    session: { id: 'preview', actor: 'preview' },
    tools: { registry },
    judges: {
      policy: context.policy,
      profileName: context.profile ?? name,
      mode: () => context.mode,
      grants: noGrants,
      taint: noTaint,
    },
    people: { questions: createOpenQuestions('deny') },
    secrets: { mask: noMask, refreshSecrets: () => {}, masked: new Map() },
    ports: {
      workspace,
      change: createChanges({ workspace, blobs, clock: systemClock, record: () => {} }),
      blobs,
      process: previewProcesses(context),
      clock: systemClock,
      log: { debug: () => {}, warn: () => {} },
    },
    guards: { limits },
    pace: { order, watch: createCallWatch(systemClock, () => {}), trackDetached: () => {} },
    words: { renderResult, loadImage: async () => false },
    recorder: { record, flush: async () => undefined },
    emit: () => {},
    cancellation: createCancellation(),
    round: { offer: registry.offer(), callsBefore: 0 },
  };
}

function previewProcesses({ sandboxed, env = {} }: PreviewContext): ProcessPort {
  const nothing = { env, run: refuseToRun, start: refuseToRun };
  if (sandboxed !== undefined) return { ...nothing, sandboxed };
  let confines = false;
  return {
    ...nothing,
    get sandboxed() {
      return confines;
    },
    async prepare() {
      const { findBackend } = await import('../sandbox/find-backend.js');
      confines = (await findBackend(env)) !== undefined;
    },
  };
}

const refuseToRun = (): never => {
  throw new Error('a call that is only looked at must not run');
};
