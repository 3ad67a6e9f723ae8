import { createId } from '../base/id.js';
import type { RunContext } from '../tool/context.js';
import { fail } from '../tool/outcome.js';
import type { AskPort, BlobPort, ChangePort, LogPort, ProcessPort, SessionPort, WorkspacePort } from '../tool/port.js';
import type { Call } from './call.js';
import type { RunEnv } from './env.js';
import type { Question } from './question.js';

/** The ports of one call. A class so that nothing is made for a call that does not use it, its signal above all. */
export class CallContext implements RunContext {
  readonly #env: RunEnv;
  readonly #call: Call;
  #controller: AbortController | undefined;
  #aborted = false;
  readonly resultLimit: number;

  constructor(env: RunEnv, call: Call, resultLimit: number) {
    this.#env = env;
    this.#call = call;
    this.resultLimit = resultLimit;
  }

  get session(): SessionPort {
    return { ...this.#env.session, callId: this.#call.id };
  }
  get workspace(): WorkspacePort {
    return this.#env.ports.workspace;
  }
  get change(): ChangePort {
    return this.#env.ports.change;
  }
  get blobs(): BlobPort {
    return this.#env.ports.blobs;
  }
  get process(): ProcessPort {
    return this.#env.ports.process;
  }
  get log(): LogPort {
    return this.#env.ports.log;
  }
  get clock() {
    return this.#env.ports.clock;
  }
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }
  get ask(): AskPort {
    return { ask: (request) => ask(this.#env, this.#call, request) };
  }

  progress(text: string): void {
    this.#env.emit({ type: 'output-delta', callId: this.#call.id, text });
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

/** A tool's own question: the same events and the same rule when nobody is there as for an approval. */
async function ask(env: RunEnv, call: Call, request: Parameters<AskPort['ask']>[0]): ReturnType<AskPort['ask']> {
  const question: Question = {
    kind: 'input',
    id: createId('q'),
    callId: call.id,
    tool: call.name,
    text: request.text,
    options: request.options ?? [],
  };
  const asked = env.questions.ask(question, env.cancellation.signal);
  env.recorder.record([{ type: 'approval-requested', body: question }]);
  await env.recorder.flush();
  const outcome = await asked;
  if (outcome.type === 'cancelled') return fail('cancelled', 'The question was withdrawn: the turn was cancelled.');
  const answer =
    outcome.type === 'answered' ? outcome.answer : ({ choice: 'deny', reason: 'Nobody is there to answer.' } as const);
  const by = outcome.type === 'answered' ? 'person' : 'no-person-rule';
  env.recorder.record([{ type: 'approval-answered', body: { questionId: question.id, callId: call.id, answer, by } }]);
  if (answer.choice === 'text') return { text: answer.text };
  const reason = answer.choice === 'deny' && answer.reason !== undefined ? ` ${answer.reason}` : '';
  return fail(
    'permission_denied',
    `The question was not answered.${reason} Go on with a sensible assumption, or say what you need.`,
  );
}
