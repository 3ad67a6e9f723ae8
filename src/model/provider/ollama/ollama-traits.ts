import type { Json } from '../../../base/json.js';
import { knownModel } from '../../known-models.js';
import type { Thinking } from '../protocol.js';
import { isObject, nonEmpty } from '../wire.js';

/** What a server tells of one of its models. Undefined where it does not tell. */
export interface OllamaTraits {
  /** Whether the server makes calls of what the model writes. */
  readonly tools: boolean | undefined;
  readonly thinking: boolean | undefined;
  readonly vision: boolean | undefined;
  /** Whether it holds conversations: one that only embeds does not. */
  readonly chat: boolean | undefined;
  /** The most tokens the model reads. */
  readonly contextTokens: number | undefined;
  /** The context its own settings (the Modelfile) ask for. */
  readonly numCtx: number | undefined;
  readonly family: string | undefined;
  /** Runs elsewhere: Ollama only passes on. */
  readonly remote: boolean;
}

/**
 * Reads the answer of `/api/show`. Servers before 0.6.4 do not list abilities: there the template tells whether it has a
 * place for tools, which is what they themselves go by.
 */
export function readTraits(answer: Json, name: string): OllamaTraits {
  const shown: Readonly<Record<string, unknown>> = isObject(answer) ? answer : {};
  const listed = Array.isArray(shown['capabilities']) ? new Set(shown['capabilities'] as unknown[]) : undefined;
  const details = isObject(shown['details']) ? shown['details'] : {};
  const template = nonEmpty(shown['template']);
  const known = knownModel(name);
  const knownTools = known === undefined ? undefined : known.tools === 'native';
  return {
    tools: listed?.has('tools') ?? (template === undefined ? knownTools : /\.Tools\b/.test(template)),
    thinking: listed?.has('thinking') ?? known?.thinking,
    vision: listed?.has('vision') ?? (template === undefined ? undefined : looksVisual(shown, details)),
    chat: listed?.has('completion'),
    contextTokens: contextOf(shown['model_info']),
    numCtx: numCtxOf(shown['parameters']),
    family: nonEmpty(details['family']),
    remote: nonEmpty(shown['remote_host']) !== undefined,
  };
}

/** What is assumed of a model whose server tells nothing. */
export const unknownTraits = (name: string): OllamaTraits => readTraits({}, name);

function looksVisual(shown: Readonly<Record<string, unknown>>, details: Readonly<Record<string, unknown>>): boolean {
  const { families } = details;
  return (
    isObject(shown['projector_info']) ||
    (Array.isArray(families) && families.some((one) => one === 'clip' || one === 'mllama'))
  );
}

function contextOf(info: unknown): number | undefined {
  if (!isObject(info)) return undefined;
  const own = info[`${nonEmpty(info['general.architecture']) ?? ''}.context_length`];
  const found = own ?? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
  return count(found);
}

function numCtxOf(parameters: unknown): number | undefined {
  const found =
    typeof parameters === 'string' ? /^[ \t]*num_ctx[ \t]+(\d{1,9})[ \t\r]*$/m.exec(parameters)?.[1] : undefined;
  return found === undefined ? undefined : count(Number(found));
}

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** gpt-oss knows levels and cannot be kept from thinking; all others know yes and no. */
export function thinkValue(
  thinking: Thinking | undefined,
  model: string,
  { family = '', thinking: can }: OllamaTraits,
) {
  if (thinking === undefined) return undefined;
  if (/gpt-?oss/i.test(`${family} ${model}`)) return thinking === 'off' ? 'low' : thinking;
  return can === false ? undefined : thinking !== 'off';
}

/** Whether a model is asked to think that cannot. */
export const isIdleWish = (thinking: Thinking | undefined, traits: OllamaTraits): boolean =>
  thinking !== undefined && thinking !== 'off' && traits.thinking === false;
