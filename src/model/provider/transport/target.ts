import { ToolwrightError } from '../../../base/error.js';
import { parseUrl } from '../../../base/parse-url.js';
import { bareAddress } from '../../../base/web-address.js';
import type { Protocol, RequestSettings, Thinking } from '../protocol.js';
import { tameWords } from '../wire.js';
import type { Endpoint } from './failure.js';
import { hideSecrets } from './hide-secrets.js';

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
  const key = options.apiKey?.trim() ?? '';
  return {
    protocol,
    url: bareAddress(address),
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
    clean: (message) => tameWords(hideSecrets(message, { url: address, apiKey: key, headers: options.headers })),
  };
}

/** The base URL, without a slash at its end. Throws `bad-option` for what is no web address. */
export function baseAddress(baseUrl: string): URL {
  const address = parseUrl(baseUrl);
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
