import { messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { askedEachTime } from '../policy/phrase-refused.js';
import type { BackgroundPort } from '../tool/background.js';
import type { RunContext } from '../tool/context.js';
import type { Fact } from '../tool/fact.js';
import { fail } from '../tool/outcome.js';
import type {
  AskPort,
  AskRequest,
  BlobPort,
  Captured,
  ChangePort,
  LogPort,
  ProcessPort,
  SessionPort,
  WorkspacePort,
} from '../tool/port.js';
import type { Tool } from '../tool/tool.js';
import { type Asked, askPerson } from './ask-person.js';
import type { Call } from './call.js';
import type { RunEnv } from './env.js';
import { findTool } from './find-tool.js';
import { maskQuestion } from './mask-question.js';
import { maskedProcesses } from './masked-ports.js';
import { createMaskedText, type MaskedText } from './masked-text.js';
import { type EarlierRuns, noEarlierRuns, openedChange, openedProcesses } from './opened-ports.js';
import type { Answer, Halt, Question } from './question.js';
import { reasonWords } from './reason-words.js';

/** The ports of one call. A class so that nothing is made for a call that does not use it, its signal above all. */
export class CallContext implements RunContext {
  readonly #env: RunEnv;
  readonly #call: Call;
  readonly #earlier: EarlierRuns;
  #controller: AbortController | undefined;
  #change: ChangePort | undefined;
  #process: ProcessPort | undefined;
  #progress: MaskedText | undefined;
  #aborted = false;
  readonly resultLimit: number;
  halted: Halt | undefined;
  /** What the sandbox kept its processes from. */
  readonly refused: Fact[] = [];
  /** What the call changed in all its runs, as far as that was captured. */
  captured: Captured | undefined;
  onPark: () => void = () => {};

  constructor(env: RunEnv, call: Call, resultLimit: number, earlier = noEarlierRuns) {
    this.#env = env;
    this.#call = call;
    this.#earlier = earlier;
    this.captured = earlier.captured;
    this.resultLimit = resultLimit;
  }

  get session(): SessionPort {
    return { ...this.#env.session, callId: this.#call.id };
  }
  get workspace(): WorkspacePort {
    return this.#env.ports.workspace;
  }
  get change(): ChangePort {
    this.#change ??= openedChange(this.#env.ports.change.forCall(this.#call.id), {
      ...this.#earlier,
      onCaptured: (captured) => {
        this.captured = captured;
        this.refused.push(...(captured.refused ?? []).map(({ fact }) => ({ ...fact, note: askedEachTime })));
      },
    });
    return this.#change;
  }
  get blobs(): BlobPort {
    return this.#env.ports.blobs;
  }
  get process(): ProcessPort {
    this.#process ??= this.#openProcesses();
    return this.#process;
  }
  get background(): BackgroundPort | undefined {
    const { ports, taint } = this.#env;
    const { id: callId } = this.#call;
    return ports.background?.forCall({ callId, heard: (facts) => taint.connected(callId, facts) });
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
    return { ask: (request) => ask(this.#env, this.#call, { ctx: this, request }) };
  }

  progress(text: string): void {
    this.#progress ??= createMaskedText(this.#env.mask);
    this.#tell(this.#progress.push(text));
  }

  #tell(text: string): void {
    if (text !== '') this.#env.emit({ type: 'output-delta', callId: this.#call.id, text });
  }

  #openProcesses(): ProcessPort {
    const { ports, mask, masked, taint } = this.#env;
    const { id } = this.#call;
    const opened = openedProcesses(ports.process, {
      opened: this.#earlier.opened,
      onRefused: (facts) => this.refused.push(...facts),
      onConnected: (facts) => taint.connected(id, facts),
    });
    return maskedProcesses(opened, { mask, onMasked: (count) => masked.set(id, (masked.get(id) ?? 0) + count) });
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  /** Whatever the tool left open, a question above all, ends with its call. */
  close(): void {
    this.#tell(this.#progress?.end() ?? '');
    this.#progress = undefined;
    this.abort();
  }

  /** A question of the tool met nobody, or a pause, and the turn ends here. */
  halt(why: Halt): void {
    this.halted = why;
    if (why !== 'aborted') this.onPark();
  }
}

/** The most characters the model reads of a result of this tool. */
export const resultLimit = (tool: Tool, env: Pick<RunEnv, 'limits'>): number =>
  tool.limits.resultChars ?? env.limits.resultChars;

/** A tool's own question: the same events and the same rule when nobody is there as for an approval. */
async function ask(env: RunEnv, call: Call, { ctx, request }: Asking): ReturnType<AskPort['ask']> {
  const asking: Question = {
    kind: 'input',
    id: createId('q'),
    callId: call.id,
    tool: call.name,
    text: request.text,
    options: request.options ?? [],
  };
  const question = maskQuestion(asking, env.mask);
  if (ctx.signal.aborted) return fail('cancelled', 'The question was not put: the call was ended.');
  const asked = await (env.cancellation.paused ? notPut(env) : putQuestion(question, ctx.signal, env));
  if (asked.type === 'cancelled') return fail('cancelled', 'The question was withdrawn: the call was ended.');
  if (asked.type === 'unrecorded') {
    return fail('io_error', `The question could not be recorded and was not put: ${messageOf(asked.failure.error)}`);
  }
  if (asked.type === 'parked' || asked.type === 'paused') {
    if (findTool(call.name, env)?.idempotent === true) {
      ctx.halt(asked.type);
      // The call stays open and its tool runs anew when the session goes on: this run of it must not.
      throw new Error('the question waits for a person');
    }
    if (asked.type === 'paused') return fail('cancelled', 'The question was withdrawn: the turn was paused.');
  }
  // What cannot be run again cannot wait for another day.
  const { answer, by, origin } = asked.type === 'parked' ? unanswered : asked;
  const body = { questionId: question.id, callId: call.id, answer, by, ...(origin !== undefined && { origin }) };
  env.recorder.record([{ type: 'approval-answered', body }]);
  void env.recorder.flush();
  if (asked.type === 'answered' && asked.halt !== undefined) ctx.halt(asked.halt);
  if (answer.choice === 'text') return { text: answer.text };
  const why = by === 'person' ? 'The person did not answer.' : 'Nobody is there to answer.';
  const reason = reasonWords(answer);
  return fail('permission_denied', `${why}${reason} Go on with a sensible assumption, or say what you need.`);
}

function putQuestion(question: Question, signal: AbortSignal, env: RunEnv): Promise<Asked> {
  env.recorder.record([{ type: 'approval-requested', body: question }]);
  return askPerson(question, env, signal);
}

/** Not in the same moment: a call can be left open only once its tool has answered with a promise. */
async function notPut({ recorder }: RunEnv): Promise<Asked> {
  await recorder.flush();
  return { type: 'paused' };
}

const unanswered = { answer: { choice: 'deny' } as Answer, by: 'no-person-rule', origin: undefined } as const;

interface Asking {
  readonly ctx: CallContext;
  readonly request: AskRequest;
}
