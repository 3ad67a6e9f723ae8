import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FakeReply } from './fake-api.js';
import type { FakeModelFaults, FakeModelRound } from './fake-model-round.js';

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
