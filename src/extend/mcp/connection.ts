import type { Client, ClientOptions, RequestOptions, Transport } from '@modelcontextprotocol/client';
import { messageOf } from '../../base/error.js';
import { cutEnd } from '../../base/text.js';
import { version } from '../../base/version.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { createDeadlines } from './deadline.js';
import type { Definition } from './definition.js';
import { escapeHidden } from './escape-hidden.js';
import type { AskingCall } from './request-context.js';
import { answerRequests } from './server-requests.js';

/** A running server that was greeted. */
export interface Connection {
  readonly closed: boolean;
  list(signal: AbortSignal): Promise<readonly Definition[] | ToolFailure>;
  /** Runs one request; what the server asks meanwhile is asked of the person of this call. */
  request<T>(use: Requesting, send: (client: Client, options: SendOptions) => Promise<T>): Promise<T | ToolFailure>;
  close(): Promise<void>;
}

export interface Requesting {
  /** The call it is made for; without one, the server asks in vain. */
  readonly call?: AskingCall;
  readonly signal: AbortSignal;
  /** What is done, for the message of a failure: `calling search`. */
  readonly what: string;
  onProgress?(text: string): void;
}

export type SendOptions = Required<Pick<RequestOptions, 'signal' | 'timeout'>> & Pick<RequestOptions, 'onprogress'>;

export interface ConnectOptions {
  readonly server: string;
  readonly transport: Transport;
  readonly startTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly sampling: boolean;
  readonly root: string;
  readonly signal: AbortSignal;
  /** Why it is over, as far as that is known; asked for when it is. */
  readonly endWords: () => string | undefined;
  hasSecret(text: string): boolean;
  /** What an error means that is about who we are. */
  failureOf?(thrown: unknown): Promise<ToolFailure | undefined>;
  onToolsChanged(): void;
}

/** Greets a server. Its process is ended when it does not answer as it should. */
export async function connect(options: ConnectOptions): Promise<Connection | ToolFailure> {
  const { server, transport, startTimeoutMs, callTimeoutMs } = options;
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'toolwright', version }, clientOptions(options));
  /** The calls under way, the newest last: a server does not say which of them it asks for. */
  const calls: AskingCall[] = [];
  const deadlines = createDeadlines();
  let closed = false;
  client.onclose = () => {
    closed = true;
  };
  // What a server says that cannot be read is its own fault, and tells by what does not come.
  client.onerror = () => {};
  answerRequests(client, { ...options, call: () => calls.at(-1), whileAsked: deadlines.whileHeld });

  async function guarded<T>(
    { signal, what, ms, isCall = false }: Guarding,
    work: (ended: AbortSignal) => Promise<T>,
  ): Promise<T | ToolFailure> {
    const deadline = deadlines.start(ms, signal);
    try {
      return await work(deadline.signal);
    } catch (thrown) {
      const doubt = isCall ? maybeDone : '';
      if (signal.aborted) return fail('cancelled', `The call was cancelled while ${what}.${doubt}`);
      if (deadline.late)
        return fail('timeout', `The MCP server ${server} did not answer within ${ms} ms while ${what}.${doubt}`);
      const known = await options.failureOf?.(thrown);
      if (known !== undefined) return known;
      if (closed) return overFailure(server, { what, words: options.endWords(), doubt });
      return answeredFailure(server, thrown);
    } finally {
      deadline.end();
    }
  }

  async function close(): Promise<void> {
    closed = true;
    await client.close().catch(() => {});
  }

  async function request<T>(
    { call, signal, what, onProgress }: Requesting,
    send: (to: Client, sending: SendOptions) => Promise<T>,
  ): Promise<T | ToolFailure> {
    if (closed) return overFailure(server, { what, words: options.endWords(), doubt: '' });
    const onprogress = onProgress && progressText(onProgress);
    if (call !== undefined) calls.push(call);
    try {
      return await guarded({ signal, what, ms: callTimeoutMs, isCall: call !== undefined }, (ended) =>
        send(client, { signal: ended, timeout: neverMs, ...(onprogress && { onprogress }) }),
      );
    } finally {
      if (call !== undefined) calls.splice(calls.indexOf(call), 1);
    }
  }

  const greeted = await guarded({ signal: options.signal, what: 'it was started', ms: startTimeoutMs }, (signal) =>
    client.connect(transport, { signal, timeout: neverMs }),
  );
  if (isFailure(greeted)) {
    await close();
    return greeted;
  }
  return {
    get closed() {
      return closed;
    },
    request,
    async list(signal) {
      const listed = await request({ signal, what: 'listing its tools' }, (to, sending) =>
        to.listTools(undefined, { ...sending, cacheMode: 'bypass' }),
      );
      return isFailure(listed) ? listed : (listed.tools as unknown as readonly Definition[]);
    },
    close,
  };
}

interface Guarding {
  readonly signal: AbortSignal;
  readonly what: string;
  readonly ms: number;
  /** Whether it may have an effect. */
  readonly isCall?: boolean;
}

/** Our own deadlines count, which stand still while a person is asked. */
const neverMs = 2 ** 31 - 1;
/** Of a list, each with at most what fits into a message. */
const maxPages = 64;

function clientOptions({ sampling, onToolsChanged }: ConnectOptions): ClientOptions {
  return {
    capabilities: { elicitation: { form: {} }, roots: {}, ...(sampling && { sampling: {} }) },
    listMaxPages: maxPages,
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    // A schema of the server is no proof for what the server says: its patterns are not run here.
    jsonSchemaValidator: {
      getValidator:
        <T>() =>
        (input: unknown) => ({ valid: true as const, data: input as T, errorMessage: undefined }),
    } as NonNullable<ClientOptions['jsonSchemaValidator']>,
  };
}

const maxProgress = 500;

const progressText =
  (tell: (text: string) => void): NonNullable<RequestOptions['onprogress']> =>
  ({ progress, total, message = 'progress' }) => {
    const words = escapeHidden(cutEnd(message, maxProgress)).replaceAll('\n', ' ');
    tell(`${words} (${progress}${total === undefined ? '' : ` of ${total}`})\n`);
  };

const maybeDone = ' It may have been done, wholly or in part: look before you do it again.';

interface Over {
  readonly what: string;
  readonly words: string | undefined;
  readonly doubt: string;
}

const overFailure = (server: string, { what, words, doubt }: Over): ToolFailure =>
  fail(
    'io_error',
    `The MCP server ${server} is gone while ${what}${words === undefined ? '' : `: ${words}`}.${doubt} It is started again with the next call.`,
  );

const answeredFailure = (server: string, thrown: unknown): ToolFailure =>
  fail(
    'io_error',
    `The MCP server ${server} answered with an error: ${escapeHidden(cutEnd(messageOf(thrown), maxError))}`,
  );

const maxError = 2000;
