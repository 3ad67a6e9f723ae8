import { parseTrusted } from '../base/trusted-json.js';
import type { Model } from '../model/model.js';
import { modePolicy } from '../policy/mode-policy.js';
import type { Decision, Mode, Policy } from '../policy/policy.js';
import type { Settlement } from '../run/event.js';
import type { Coercion } from '../schema/coerce.js';
import type { Tool } from '../tool/tool.js';
import { openSession } from './session.js';

export interface PreviewOptions {
  readonly workspace: string;
  readonly mode: Mode;
  readonly sandbox?: 'required' | 'off';
  /** These instead of the built-in ones. */
  readonly tools?: readonly Tool[];
}

export interface PreviewedCall {
  readonly name: string;
  readonly arguments: string;
}

/** How far a call would come. */
export type CallPreview =
  /** It comes to no decision: there is no such tool, its arguments do not fit, or its plan fails. */
  | { readonly type: 'refused'; readonly errorType: Settlement['errorType']; readonly message: string }
  | { readonly type: 'decided'; readonly decision: Decision; readonly coercions: readonly Coercion[] };

/** What would become of each call, by the road all calls go; none of them is run, and nothing is kept. */
export async function previewCalls(
  calls: readonly PreviewedCall[],
  { workspace, mode, sandbox = 'required', tools }: PreviewOptions,
): Promise<readonly CallPreview[]> {
  const previews: CallPreview[] = [];
  const looking = lookingPolicy(modePolicy({ sandbox }));
  for (const call of calls) {
    looking.decision = undefined;
    const own = tools === undefined ? {} : { tools, builtins: false };
    const model = callingModel(call);
    const session = await openSession({ model, workspace, mode, policy: looking, onAsk: 'deny', ...own });
    try {
      let coercions: readonly Coercion[] = [];
      let settlement: Settlement | undefined;
      for await (const event of session.send('preview')) {
        if (event.type === 'call-planned') coercions = event.body.coercions ?? [];
        if (event.type === 'call-settled') settlement = event.body;
      }
      const { decision } = looking;
      if (decision !== undefined) previews.push({ type: 'decided', decision, coercions });
      else if (settlement !== undefined) {
        previews.push({ type: 'refused', errorType: settlement.errorType, message: errorOf(settlement) });
      }
    } finally {
      await session.close();
    }
  }
  return previews;
}

/** The words of a refusal, out of what the model would read. */
function errorOf({ content }: Settlement): string {
  const result = parseTrusted(content) as { readonly error_message?: unknown } | undefined;
  return typeof result?.error_message === 'string' ? result.error_message : content;
}

/** Decides as the policy does and remembers that, but lets nothing run. */
function lookingPolicy(policy: Policy): Policy & { decision: Decision | undefined } {
  return {
    decision: undefined,
    async decide(input) {
      this.decision = await policy.decide(input);
      return { verdict: 'deny', level: this.decision.level, reasons: ['it is only looked at'] };
    },
  };
}

/** Makes one call and then says nothing more. */
function callingModel({ name, arguments: args }: PreviewedCall): Model {
  return {
    name: 'preview',
    async stream({ messages }, emit) {
      if (messages.some(({ role }) => role === 'tool')) {
        emit({ type: 'text', text: 'done' });
        emit({ type: 'stop', reason: 'answered' });
        return;
      }
      emit({ type: 'call', index: 0, id: 'call_preview', name, arguments: args });
      emit({ type: 'stop', reason: 'calls' });
    },
  };
}
