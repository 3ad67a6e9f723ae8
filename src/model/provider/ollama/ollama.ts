import type { LooseSchema } from '../../../schema/json-schema.js';
import { estimateTokens } from '../../estimate-tokens.js';
import { promptDialect } from '../../known-models.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import { askKeeping, overModel } from '../../over-model.js';
import { readText } from '../../read-text.js';
import { openPrompted } from '../../text-mode.js';
import { answerFailures } from '../answer-failure.js';
import { createRemoteModel, type VendorOptions } from '../transport/remote-model.js';
import { createDescription, type DescribedModel } from './ollama-describe.js';
import { explainOllamaFailure } from './ollama-failure.js';
import { forSight } from './ollama-images.js';
import { readRunning, sameModel } from './ollama-models.js';
import { createOllamaProtocol } from './ollama-protocol.js';
import { watchDemand } from './ollama-request.js';
import { createOllamaServer, defaultOllamaUrl } from './ollama-server.js';
import { isIdleWish, type OllamaTraits, thinkValue, unknownTraits } from './ollama-traits.js';
import { createOllamaWindow, type OllamaWindow } from './ollama-window.js';

/**
 * The base URL is `http://127.0.0.1:11434` by default; with `/v1` or `/api` at its end it is the same server. It may say
 * nothing for 15 minutes by default.
 */
export type OllamaChatOptions = VendorOptions & {
  /** How calls are made: by the API, written as text, or (the default) as the server tells that the model can. */
  readonly toolCalls?: 'auto' | 'native' | 'prompt';
  /** The name of the dialect of calls that are written as text; default that of the model's family. */
  readonly dialect?: string;
  /** The largest context the server is asked for; default what the model can read. */
  readonly contextTokens?: number;
  /** How long the model stays loaded after an answer, such as `30m` (the default); `-1m` for ever. */
  readonly keepAlive?: string;
  /** Makes the model answer in JSON, or in JSON of this schema. */
  readonly format?: 'json' | LooseSchema;
};

/** A machine without a graphics card reads a long conversation for many minutes before its first word. */
const idleTimeoutMs = 15 * 60_000;

/**
 * A model of an Ollama server, through its own API. What the model can do is asked of the server once: one that cannot
 * call tools is told of them in text instead, and the context it is loaded with follows the conversation.
 */
export function ollamaChat(options: OllamaChatOptions): Model {
  const { model, toolCalls = 'auto', keepAlive = '30m', thinking, format, contextTokens, maxOutputTokens } = options;
  const name = options.name ?? `ollama/${model}`;
  const server = createOllamaServer(options);
  const describe = createDescription(server, model);
  const state: State = { traits: unknownTraits(model), window: undefined, textOnly: false, thoughtless: false };
  const told = new Set<string>();
  let isLoaded = false;
  /** Until something of the answer comes, the server is asked now and then whether the model is there. */
  const tellLoading: Loading = (request, emit, isAnew) => {
    if (isAnew) isLoaded = false;
    if (isLoaded) return () => {};
    emit({ type: 'progress', progress: { stage: 'loading' } });
    const timer = setInterval(() => void look(), loadLookMs);
    timer.unref();
    const look = async (): Promise<void> => {
      const asked = await server.ask({ path: '/api/ps', timeoutMs: loadLookMs, signal: request.signal });
      if (isLoaded || !('value' in asked) || !readRunning(asked.value).some((one) => sameModel(one.name, model)))
        return;
      isLoaded = true;
      clearInterval(timer);
      emit({ type: 'progress', progress: { stage: 'reading' } });
    };
    return () => clearInterval(timer);
  };

  const think = () => (state.thoughtless ? undefined : thinkValue(thinking, model, state.traits));
  const numCtx = () => (state.traits.remote ? undefined : state.window?.numCtx);
  const protocol = createOllamaProtocol(() => ({ numCtx: numCtx(), think: think(), keepAlive, format }));
  const remote = createRemoteModel(protocol, { baseUrl: defaultOllamaUrl, idleTimeoutMs, ...options, name });
  const fitted = fittedModel(remote, () => state.window, tellLoading);
  const untold = toolCalls === 'auto' ? readText(fitted) : fitted;
  let promptly: Promise<Model> | undefined;

  const inText = (): boolean => {
    if (toolCalls !== 'auto') return toolCalls === 'prompt';
    return state.textOnly || state.traits.tools === false;
  };
  const throughText = (): Promise<Model> => {
    promptly ??= openPrompted(fitted, options.dialect ?? promptDialect(model));
    return promptly;
  };
  const learnTraits = ({ traits, loadedTokens = 0, memoryTokens }: DescribedModel): void => {
    if (state.window !== undefined && state.traits === traits) return;
    const loaded = Math.max(loadedTokens, traits.numCtx ?? 0, state.window?.numCtx ?? 0);
    const modelTokens = traits.contextTokens;
    state.traits = traits;
    const limits = { model, modelTokens, contextTokens, memoryTokens, maxOutputTokens };
    state.window = createOllamaWindow({ ...limits, loadedTokens: loaded });
  };
  /** Learns from what the server refused; answers what is done about it, when the same may be sent again. */
  const adapt = ({ status, message }: ModelFailure, tried: Tried): Problem | undefined => {
    if (status !== 400) return undefined;
    if (toolCalls === 'auto' && !tried.inText && /does not support tools/i.test(message)) {
      state.textOnly = true;
      return problem(
        'tools-unsupported',
        `${model} cannot call tools through Ollama: it writes its calls as text now.`,
      );
    }
    if (tried.think !== undefined && /does not support thinking|think value/i.test(message)) {
      state.thoughtless = true;
      return problem('thinking-unsupported', `${model} cannot be told how much to think: the setting is left out now.`);
    }
    return undefined;
  };

  return {
    name,
    get contextTokens() {
      return state.window?.most ?? contextTokens;
    },
    keepLoaded() {
      if (state.window === undefined || state.traits.remote) return;
      const more = { keep_alive: keepAlive, options: { num_ctx: numCtx() } };
      void server.ask({ path: '/api/generate', model, more, timeoutMs: keepTimeoutMs });
    },
    async stream(request, emit) {
      const { signal } = request;
      const fail = async (failure: ModelFailure): Promise<void> => {
        const context = { server, model, remote: state.traits.remote, signal };
        emit({ type: 'failure', failure: await explainOllamaFailure(failure, context) });
      };
      const tellOnce = (event: Problem): void => {
        if (!told.has(event.code)) emit(event);
        told.add(event.code);
      };
      const found = await describe(signal);
      if (found === 'cancelled') return fail(answerFailures.cancelled);
      if ('missing' in found) return fail(found.missing);
      learnTraits(found);
      isLoaded ||= state.traits.remote || found.isLoaded !== false;
      const seen = forSight(request, state.traits.vision, model);
      if ('failure' in seen) return fail(seen.failure);
      if (seen.problem !== undefined) tellOnce(seen.problem);
      if (isIdleWish(thinking, state.traits)) tellOnce(problem('thinking-unsupported', idleThinking(model)));
      const asking = { request: seen.request, emit: watchDemand(seen.request, emit) };
      for (;;) {
        const tried: Tried = { inText: inText(), think: think() };
        const kept = await askKeeping(tried.inText ? await throughText() : untold, asking, () => true);
        if (kept === undefined) return;
        const adapted = kept.begun ? undefined : adapt(kept.failure, tried);
        if (adapted === undefined) return fail(kept.failure);
        tellOnce(adapted);
      }
    },
  };
}

interface State {
  traits: OllamaTraits;
  window: OllamaWindow | undefined;
  /** The server refused tools. */
  textOnly: boolean;
  /** The server refused a word about thinking. */
  thoughtless: boolean;
}

/** How a request was sent. */
interface Tried {
  readonly inText: boolean;
  readonly think: unknown;
}

type Problem = Extract<ModelEvent, { readonly type: 'problem' }>;

const idleThinking = (model: string): string => `${model} does not think: the setting for it has no effect.`;

const problem = (code: string, message: string): Problem => ({ type: 'problem', code, message });

/** Reports that the model is being loaded, until what it answers is called. */
type Loading = (request: ModelRequest, emit: (event: ModelEvent) => void, isAnew: boolean) => () => void;

const loadLookMs = 3000;
const keepTimeoutMs = 60_000;

/** Sends a request only with a context it fits into; a larger one is taken where the server counted more. */
const fittedModel = (model: Model, current: () => OllamaWindow | undefined, tellLoading: Loading): Model =>
  overModel(model, async (request, emit) => {
    const window = current();
    const estimate = estimateTokens(request);
    const tooLong = window?.makeRoom(estimate);
    if (tooLong !== undefined) return emit({ type: 'failure', failure: tooLong });
    let outgrown: unknown;
    do {
      const growth = window?.takeGrowth();
      if (growth !== undefined) emit(grownTo(growth));
      const stopTelling = tellLoading(request, emit, growth !== undefined);
      outgrown = await askKeeping(
        model,
        {
          request,
          emit(event) {
            stopTelling();
            if (event.type === 'usage') window?.learn(estimate, event.usage.inputTokens);
            emit(event);
          },
        },
        ({ failure: { kind }, begun }) => kind === 'context-overflow' && !begun && window?.grow() === true,
      );
      stopTelling();
    } while (outgrown !== undefined);
  });

const grownTo = ({ from, to }: { readonly from: number; readonly to: number }): Problem =>
  problem(
    'context-grown',
    `The conversation has outgrown the context of ${inFigures(from)} tokens: the model is loaded again with ${inFigures(to)}, and reads all of it anew.`,
  );

const inFigures = (count: number): string => count.toLocaleString('en-US');
