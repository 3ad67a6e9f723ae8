import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ModelFailure } from '../model/model.js';
import type { FakeApi, FakeIds, FakeReply } from './fake-api.js';
import type { FakeModelFaults, FakeModelRequest, FakeModelRound } from './fake-model-round.js';

/** The reply a round stands for: `hang` and `reset` when there is none. */
export function planReply(
  api: FakeApi,
  scripted: FakeModelRound,
  { request, ids }: { readonly request: FakeModelRequest; readonly ids: FakeIds },
): FakeReply | 'hang' | 'reset' {
  const round = withFailure(api, scripted);
  const { faults = {} } = round;
  if (faults.hang === 'before-headers') return 'hang';
  if (faults.reset === true && faults.cutAfterBytes === undefined) return 'reset';
  if (faults.html !== undefined && faults.html !== false) {
    const page = faults.html === true ? '<!doctype html><title>Sign in</title><p>Sign in first.' : faults.html;
    return { status: faults.status ?? 200, headers: { 'content-type': 'text/html; charset=utf-8' }, pieces: [page] };
  }
  if (faults.status !== undefined && faults.status !== 200) {
    const { headers, pieces } = api.error(faults.status, 'The fake server was told to fail.');
    const wait: Record<string, string> = faults.retryAfter === undefined ? {} : { 'retry-after': faults.retryAfter };
    return {
      status: faults.status,
      headers: { ...headers, ...wait },
      pieces: faults.body === undefined ? pieces : [faults.body],
    };
  }
  const reply = api.render(round, request, ids);
  if (faults.body !== undefined) return { ...reply, pieces: [faults.body] };
  if (faults.garbage === undefined || reply.streamed !== true) return reply;
  return { ...reply, pieces: reply.pieces.toSpliced(1, 0, faults.garbage) };
}

/** A scripted failure as the fault that makes a client see it. */
function withFailure(api: FakeApi, round: FakeModelRound): FakeModelRound {
  const { failure } = round;
  if (failure === undefined || round.faults !== undefined) return round;
  if (failure.kind === 'protocol') return { ...round, faults: { garbage: 'data: {garbled\n\n' } };
  if (failure.kind === 'cut') return { ...round, faults: { noFinish: true, noDone: true } };
  const [usual, code] = wireForms[failure.kind];
  const status = failure.status ?? usual;
  if (status === 0) return { ...round, faults: { reset: true } };
  const body = api.error(status, failure.message, code).pieces.join('');
  const wait = failure.retryAfterMs === undefined ? {} : { retryAfter: String(failure.retryAfterMs / 1000) };
  return { ...round, faults: { status, body, ...wait } };
}

const wireForms: Readonly<Record<Exclude<ModelFailure['kind'], 'protocol' | 'cut'>, readonly [number, string | null]>> =
  {
    unauthorized: [401, 'invalid_api_key'],
    'unknown-model': [404, 'model_not_found'],
    'rate-limited': [429, 'rate_limit_exceeded'],
    overloaded: [503, null],
    'bad-request': [400, null],
    'context-overflow': [400, 'context_length_exceeded'],
    unreachable: [0, null],
    cancelled: [0, null],
  };

const batchLength = 16 * 1024;

/** Sends a reply with the round's faults: cut, reset, slow, hanging, or whole. */
export async function sendReply(
  response: ServerResponse,
  { status, headers, pieces }: FakeReply,
  round: Pick<FakeModelRound, 'eachEvent' | 'faults'>,
): Promise<void> {
  const { faults = {} } = round;
  const cutting = faults.cutAfterBytes !== undefined;
  response.writeHead(status, headers);
  if (cutting || faults.hang !== undefined || faults.bytesPerSecond !== undefined) {
    const whole = Buffer.from(pieces.join(''));
    const half = faults.hang === 'mid-stream' ? whole.length >> 1 : whole.length;
    await sendPart(response, whole.subarray(0, faults.cutAfterBytes ?? half), faults.bytesPerSecond);
    if (cutting) cut(response, faults);
    else if (faults.hang === undefined) response.end();
    return;
  }
  await sendAll(response, pieces, round.eachEvent === true ? 1 : batchLength);
}

/** Writes the pieces joined to about `batch` characters, waiting where the client is slower. */
async function sendAll(response: ServerResponse, pieces: readonly string[], batch: number): Promise<void> {
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < batch) continue;
    const flowing = response.write(pending);
    pending = '';
    if (!flowing) await writable(response);
    if (response.destroyed) return;
  }
  response.end(pending);
}

function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    if (response.destroyed) return go();
    response.on('drain', go);
    response.on('close', go);
  });
}

async function sendPart(response: ServerResponse, part: Buffer, bytesPerSecond: number | undefined): Promise<void> {
  response.flushHeaders();
  const step = bytesPerSecond === undefined ? part.length : Math.max(1, Math.floor(bytesPerSecond / 50));
  for (let at = 0; at < part.length && !response.destroyed; at += step) {
    response.write(part.subarray(at, at + step));
    if (bytesPerSecond !== undefined) await sleep((step * 1000) / bytesPerSecond);
  }
  // What was written must be on its way before the connection goes.
  await nextTurn();
}

function cut(response: ServerResponse, faults: FakeModelFaults): void {
  if (faults.clean === true) response.end();
  else if (faults.reset === true) response.socket?.resetAndDestroy();
  else response.socket?.end();
}
