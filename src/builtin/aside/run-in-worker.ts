import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/error.js';

/** Work on data from outside that could go on for ever. It has to bound its own memory: that is one with ours. */
export interface WorkerJob {
  /** The body of an async function of `data`; what it answers is cloned. */
  readonly source: string;
  readonly data: unknown;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type WorkerEnd =
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'late' }
  | { readonly type: 'cancelled' };

/** Runs code beside the session, which goes on meanwhile and can end it at any moment, in the middle of a loop too. */
export function runInWorker({ source, data, timeoutMs, signal }: WorkerJob): Promise<WorkerEnd> {
  if (signal.aborted) return Promise.resolve({ type: 'cancelled' });
  const worker = new Worker(`${head}${source}${foot}`, {
    eval: true,
    workerData: data,
    // Nothing of the environment is needed, and what it prints is no output of ours.
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const end = (ended: WorkerEnd): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      void worker.terminate();
      resolve(ended);
    };
    const cancel = (): void => end({ type: 'cancelled' });
    const timer = setTimeout(() => end({ type: 'late' }), timeoutMs);
    signal.addEventListener('abort', cancel);
    worker.on('message', (ended: WorkerEnd) => end(ended));
    worker.on('error', (error) => end({ type: 'failed', name: 'Error', message: messageOf(error) }));
    worker.on('exit', () => end({ type: 'failed', name: 'Error', message: 'it ended without an answer' }));
  });
}

const head = `'use strict';
const { parentPort, workerData } = require('node:worker_threads');
(async (data) => {
`;
const foot = `
})(workerData).then(
  (value) => parentPort.postMessage({ type: 'done', value }),
  (error) => parentPort.postMessage({ type: 'failed', name: String(error?.name), message: String(error?.message ?? error) }),
);`;
