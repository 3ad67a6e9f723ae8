import type { IncomingHttpHeaders } from 'node:http';
import { messageOf } from '../../../base/error.js';
import { firstLine } from '../../../base/text.js';
import type { ModelFailure } from '../../model.js';
import { type Endpoint, failureOfError, failureOfStatus } from '../transport/failure.js';
import { isObject, tameWords } from '../wire.js';

type Kind = ModelFailure['kind'];

/** What an error of the SDK, or of a provider made for it, means: whatever was thrown, this itself never throws. */
export function aiSdkFailure(thrown: unknown, name: string): ModelFailure {
  const error = unwrapped(thrown);
  const found = classify(error, { url: name, model: name, protocol: { answerName: 'answer', usualPath: '' } });
  const said = firstLine(tameWords(wordsOf(error)), 400);
  const words = said === '' ? '' : ` It said: ${said}`;
  const status = found.status === undefined ? '' : ` (${found.status})`;
  return { ...found, message: `${name} gave no answer${status}. ${advice[found.kind]}${words}` };
}

const advice: Readonly<Record<Kind, string>> = {
  unreachable: 'Check that its server is up and can be reached, then send again.',
  unauthorized: "Check the API key and the rights of the account the AI SDK's provider was given.",
  'unknown-model': 'Check the name of the model.',
  'rate-limited': 'Wait, then send again; if it lasts, the quota is used up.',
  overloaded: 'Send again in a while.',
  'bad-request': "The request was refused: check the options of the AI SDK's provider.",
  'context-overflow':
    'The conversation is longer than the model can read. Start a new session, or choose a model that reads more.',
  cut: 'The answer stopped halfway and no call of it was run; send again.',
  protocol: 'What came is no answer of a model: check the address and the version of the provider.',
  cancelled: 'The request was cancelled.',
};

type Found = Pick<ModelFailure, 'kind' | 'status' | 'retryAfterMs' | 'lasting'>;

function classify(error: unknown, endpoint: Endpoint): Found {
  const status = read(error, 'statusCode');
  const retryable = read(error, 'isRetryable');
  if (typeof status === 'number' && status >= 300) {
    const { message: _message, ...found } = failureOfStatus(endpoint, {
      status,
      headers: headersOf(read(error, 'responseHeaders')),
      body: text(read(error, 'responseBody')) || wordsOf(error),
    });
    if (retryable === true && found.kind === 'bad-request') return { ...found, kind: 'overloaded' };
    return retryable === false && found.kind === 'overloaded' ? { ...found, lasting: true } : found;
  }
  const kind = kinds[text(read(error, 'name'))];
  if (kind !== undefined) return { kind };
  if (/ended without|before (?:it|the answer) (?:was )?finished|terminated/i.test(wordsOf(error)))
    return { kind: 'cut' };
  const code = codeOf(error);
  if (retryable === true || code !== undefined || /fetch failed|network|socket|timed? ?out/i.test(wordsOf(error))) {
    return { kind: 'unreachable', ...(isGone.has(code ?? '') && { lasting: true }) };
  }
  if (error instanceof Error) return { kind: 'protocol' };
  const { message: _message, ...found } = failureOfError(endpoint, error);
  return found;
}

/** The SDK's own errors, by name: their classes may come from several copies of it. */
const kinds: Readonly<Record<string, Kind>> = {
  AI_LoadAPIKeyError: 'unauthorized',
  AI_NoSuchModelError: 'unknown-model',
  AI_LoadSettingError: 'bad-request',
  AI_InvalidArgumentError: 'bad-request',
  AI_InvalidPromptError: 'bad-request',
  AI_UnsupportedFunctionalityError: 'bad-request',
  AI_JSONParseError: 'protocol',
  AI_TypeValidationError: 'protocol',
  AI_EmptyResponseBodyError: 'protocol',
  AI_NoContentGeneratedError: 'protocol',
};

/** Nothing listens there, or nobody of that name is known: that does not pass in a moment. */
const isGone = new Set(['ECONNREFUSED', 'ENOTFOUND']);

/** The SDK's retries wrap what failed last. */
function unwrapped(thrown: unknown): unknown {
  return text(read(thrown, 'name')) === 'AI_RetryError' ? (read(thrown, 'lastError') ?? thrown) : thrown;
}

/** The code of a system error, which may lie a few causes deep. */
function codeOf(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; depth < 5 && isObject(cause); depth += 1) {
    const code = text(read(cause, 'code'));
    if (/^E[A-Z_]+$|^UND_ERR/.test(code)) return code;
    cause = read(cause, 'cause');
  }
  return undefined;
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error ? messageOf(error) : text(read(error, 'message')) || text(read(error, 'type'));
}

function headersOf(headers: unknown): IncomingHttpHeaders {
  if (!isObject(headers)) return {};
  const pairs = Object.entries(headers).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(pairs.map(([key, value]) => [key.toLowerCase(), value as string]));
}

/** A field of what was thrown, which may be a trap. */
function read(value: unknown, key: string): unknown {
  try {
    return isObject(value) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
