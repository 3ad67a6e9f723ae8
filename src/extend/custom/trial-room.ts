import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/error.js';

/** Where modules are loaded first: one that never ends, ends the process, prints without end or fills the memory does so there. */
export type TrialRoom = ReturnType<typeof createTrialRoom>;

const usualLoadMs = 5000;
const maxPrinted = 64 * 1024;
const maxMegabytes = 512;

/** To start one takes far longer than to load a module in it: many share one, until one of them spoils it. */
export function createTrialRoom({ loadMs = usualLoadMs }: { readonly loadMs?: number } = {}) {
  let current: Worker | undefined;
  let isFresh = true;
  const close = (): void => {
    void current?.terminate();
    current = undefined;
  };
  const tryOnce = async (address: string): Promise<string | undefined> => {
    isFresh = current === undefined;
    current ??= startWorker();
    const problem = await loadIn(current, { address, loadMs });
    if (problem !== undefined) close();
    return problem;
  };
  return {
    /** Why a module cannot be loaded; undefined when it can be. What it throws is told where it is loaded for good. */
    async load(address: string): Promise<string | undefined> {
      const problem = await tryOnce(address);
      // It may have been another one, which was loaded before.
      return problem === undefined || isFresh ? problem : tryOnce(address);
    },
    close,
  };
}

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: maxMegabytes };
  return new Worker(trial, { eval: true, stdout: true, stderr: true, resourceLimits });
}

function loadIn(
  worker: Worker,
  { address, loadMs }: { readonly address: string; readonly loadMs: number },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let printed = 0;
    const count = (chunk: Uint8Array): void => {
      printed += chunk.length;
      if (printed > maxPrinted) end('it prints too much while it is loaded');
    };
    const done = (): void => end(undefined);
    const failed = (error: unknown): void => end(`it cannot be loaded: ${messageOf(error)}`);
    const exited = (): void => end('it ends the process while it is loaded');
    const timer = setTimeout(() => end(`it was not loaded within ${loadMs / 1000} s`), loadMs);
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      worker.off('message', done).off('error', failed).off('exit', exited);
      for (const stream of [worker.stdout, worker.stderr]) stream.off('data', count);
      // What goes wrong there later is no matter here.
      worker.on('error', () => {});
      resolve(problem);
    };
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', count).resume();
    worker.on('message', done).on('error', failed).on('exit', exited);
    worker.postMessage(address);
  });
}

const trial = `'use strict';
const { parentPort } = require('node:worker_threads');
const fail = (errorType, message, data) => ({ errorType, message, data });
globalThis[Symbol.for('toolwright.tool-file')] = { defineTool: (spec) => spec, fail, isFailure: () => false };
const done = () => parentPort.postMessage('done');
parentPort.on('message', (address) => void import(address).then(done, done));`;
