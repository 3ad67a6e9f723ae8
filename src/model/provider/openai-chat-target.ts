import { ToolwrightError } from '../../base/error.js';
import type { Endpoint } from './openai-chat-failure.js';

export interface OpenAiChatOptions {
  /** Where the API starts, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Sent with every request, over the usual ones; never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the server may say nothing; default 5 minutes. */
  readonly idleTimeoutMs?: number;
  /** For people and records; default `openai/<model>`. */
  readonly name?: string;
}

/** Where requests go and what goes with them. */
export interface ChatTarget extends Endpoint {
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly idleTimeoutMs: number;
  /** Takes secrets and control characters out of what people read. */
  clean(message: string): string;
}

export function createChatTarget(options: OpenAiChatOptions): ChatTarget {
  const address = chatAddress(options.baseUrl);
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  shown.search = '';
  const key = options.apiKey?.trim() ?? '';
  const secrets = [
    key,
    address.password,
    decoded(address.password),
    ...address.searchParams.values(),
    decoded(address.username),
    // A header such as `Bearer KEY` holds a secret behind its scheme.
    ...Object.values(options.headers ?? {}).flatMap((value) => [value, ...value.split(/\s+/)]),
  ];
  const hidden = secrets.filter((secret) => secret.length >= 8).sort((a, b) => b.length - a.length);
  return {
    url: shown.href,
    address,
    model: options.model,
    idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      'accept-encoding': 'identity',
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...lowerCase(options.headers ?? {}),
    },
    clean: (message) =>
      hidden.reduce((text, secret) => text.replaceAll(secret, '***'), message).replaceAll(controlCharacters, ' '),
  };
}

/** A server's words must not steer the terminal they are shown on. */
const controlCharacters = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

function chatAddress(baseUrl: string): URL {
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
    throw new ToolwrightError(
      'bad-option',
      'The base URL must be an http or https address such as http://127.0.0.1:11434/v1.',
    );
  }
  const path = address.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  address.pathname = `${path}/chat/completions`;
  address.hash = '';
  return address;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
