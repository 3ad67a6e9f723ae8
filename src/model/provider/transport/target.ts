import { ToolwrightError } from '../../../base/error.js';
import type { Protocol, RequestSettings, Thinking } from '../protocol.js';
import type { Endpoint } from './failure.js';

export interface TargetOptions {
  /** Where the API starts, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Where the key comes from, for messages: the name of a variable. */
  readonly apiKeyName?: string;
  /** Sent with every request, over the usual ones; never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the server may say nothing, default 5 minutes; with signs of life but no answer, six times as long. */
  readonly idleTimeoutMs?: number;
  readonly maxOutputTokens?: number;
  /** How much a model that can think should; the server's own choice by default. */
  readonly thinking?: Thinking;
}

/** Where requests go and what goes with them. */
export interface Target extends Endpoint {
  readonly protocol: Protocol;
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly idleTimeoutMs: number;
  readonly settings: RequestSettings;
  /** Takes secrets and control characters out of what people read. */
  clean(message: string): string;
}

export function createTarget(protocol: Protocol, options: TargetOptions): Target {
  const address = protocol.address(baseAddress(options.baseUrl), options.model);
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
    protocol,
    url: shown.href,
    address,
    model: options.model,
    keyName: options.apiKeyName,
    settings: {
      model: options.model,
      maxOutputTokens: options.maxOutputTokens,
      thinking: options.thinking,
    },
    idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      'accept-encoding': 'identity',
      ...protocol.headers(key === '' ? undefined : key),
      ...lowerCase(options.headers ?? {}),
    },
    clean: (message) =>
      hidden.reduce((text, secret) => text.replaceAll(secret, '***'), message).replaceAll(controlCharacters, ' '),
  };
}

/** A server's words must not steer the terminal they are shown on. */
const controlCharacters = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** The base URL, without a slash at its end. Throws `bad-option` for what is no web address. */
export function baseAddress(baseUrl: string): URL {
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
    throw new ToolwrightError(
      'bad-option',
      'The base URL must be an http or https address such as http://127.0.0.1:11434/v1.',
    );
  }
  address.pathname = address.pathname.replace(/\/+$/, '');
  address.hash = '';
  return address;
}

/** An address below another one; what stands there already is not said twice. */
export function below(base: URL, path: string): URL {
  const address = new URL(base);
  const start = address.pathname.replace(/\/+$/, '');
  address.pathname = start.endsWith(path) ? start : start + path;
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
