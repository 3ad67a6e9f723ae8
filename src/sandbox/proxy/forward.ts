import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { defined } from '../../base/defined.js';
import { type ReachContext, reach } from './reach.js';
import { type Asked, parseAddressed } from './target.js';

/** Sends a plain request on, over a connection of its own. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  context: ReachContext,
): Promise<void> {
  const { socket: client } = request;
  const parsed = parseAddressed(request.url ?? '', hostsOf(request));
  if (!parsed.ok) return refuse(response, 400, parsed.message);
  const framing = framingOf(request);
  if (framing === undefined) return refuse(response, 400, 'its body is packed in a way that is not understood');
  const reached = await reach(parsed.target, context);
  if (!reached.ok) return refuse(response, reached.status, reached.message);
  const { socket } = reached;
  if (client.destroyed) return void socket.destroy();
  const upstream = open(request, { asked: parsed, framing, socket, headerBytes: context.limits.headerBytes });
  if (upstream === undefined) {
    socket.destroy();
    return refuse(response, 400, 'the path holds characters that cannot be sent');
  }
  const broken = (): void => {
    socket.destroy();
    refuse(response, 502, `${parsed.host} broke the connection off`);
  };
  const leave = (): void => void socket.destroy();
  response.once('close', leave);
  // A response that waits for its turn is not told when its client leaves.
  client.once('close', leave);
  socket.once('close', () => client.off('close', leave));
  upstream.on('error', broken).once('close', broken);
  upstream.once('response', (answered) => {
    if (!passOn(answered, response)) broken();
  });
  if (framing.length === 0) upstream.end();
  else pipeline(request, upstream, () => {});
}

const hostsOf = ({ rawHeaders }: IncomingMessage): readonly string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');

/** The headers that say where the body ends: none when there is no body. */
function framingOf({ headers }: IncomingMessage): readonly string[] | undefined {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding !== undefined) return coding.toLowerCase() === 'chunked' ? ['transfer-encoding', 'chunked'] : undefined;
  return length === undefined ? [] : ['content-length', length];
}

interface Opening {
  readonly asked: Asked;
  readonly framing: readonly string[];
  readonly socket: Duplex;
  readonly headerBytes: number;
}

function open({ method, rawHeaders }: IncomingMessage, opening: Opening): ClientRequest | undefined {
  const { asked, framing, socket, headerBytes } = opening;
  const headers = ['host', asked.host, ...endToEndHeaders(rawHeaders), ...framing, 'connection', 'close'];
  try {
    return httpRequest({
      ...defined({ method }),
      path: asked.path,
      headers,
      maxHeaderSize: headerBytes,
      createConnection: () => socket,
    });
  } catch {
    return undefined;
  }
}

/** False when the answer is none that could be passed on. */
function passOn(answered: IncomingMessage, response: ServerResponse): boolean {
  const { 'content-length': length } = answered.headers;
  const framing = length === undefined ? [] : ['content-length', length];
  response.sendDate = false;
  try {
    response.writeHead(answered.statusCode ?? 0, [...endToEndHeaders(answered.rawHeaders), ...framing]);
  } catch {
    return false;
  }
  pipeline(answered, response, () => {});
  return true;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, STATUS_CODES[status], {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
  response.end(`${message}.\n`);
}

/** Of headers, by turns name and value, those that are not for the proxy alone (RFC 9110 §7.6.1), without framing. */
function endToEndHeaders(raw: readonly string[]): readonly string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: raw[at + 1] ?? '' }] : []));
  const named = pairs
    .filter(({ name }) => /^(?:proxy-)?connection$/i.test(name))
    .flatMap(({ value }) => value.split(',').map((one) => one.trim().toLowerCase()));
  const left = new Set([...ofTheConnection, ...named]);
  return pairs
    .filter(({ name }) => !left.has(name.toLowerCase()) && !/^proxy-/i.test(name))
    .flatMap(({ name, value }) => [name, value]);
}

/** The host and the length of the body are written anew, from what was checked. */
const ofTheConnection = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
