import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { createChanges } from '../../src/change/changes.js';
import type { ChangeEvent } from '../../src/change/event.js';
import { noNet } from '../../src/run/no-net.js';
import { createBareProcesses } from '../../src/sandbox/bare-process.js';
import { checkerFor } from '../../src/schema/check.js';
import type { RunContext } from '../../src/tool/context.js';
import type { Fact } from '../../src/tool/fact.js';
import { isFailure, type ToolFailure } from '../../src/tool/outcome.js';
import type { Plan } from '../../src/tool/plan.js';
import type { BlobPort } from '../../src/tool/port.js';
import type { Tool } from '../../src/tool/tool.js';
import { createWorkspace } from '../../src/workspace/workspace.js';

/** A temporary folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Bench {
  /** The workspace; `outside` is a folder beside it. */
  readonly root: string;
  readonly outside: string;
  readonly ctx: RunContext;
  readonly blobs: Map<string, Uint8Array>;
  readonly progress: string[];
  /** What was recorded of changes. */
  readonly events: ChangeEvent[];
  write(path: string, content?: string | Uint8Array): string;
  read(path: string): string;
}

/** A context over a temporary workspace, with real files and processes and blobs in memory. */
export function createBench(options: Partial<RunContext> = {}): Bench {
  const base = temporaryFolder();
  const root = join(base, 'workspace');
  const outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  const workspace = createWorkspace({ root });
  const blobs = new Map<string, Uint8Array>();
  const progress: string[] = [];
  const events: ChangeEvent[] = [];
  const ctx: RunContext = {
    session: { id: 'ses_test', callId: 'call_test', actor: 'user' },
    workspace,
    change: createChanges({
      workspace,
      blobs: memoryBlobs(blobs),
      clock: systemClock,
      record: (event) => void events.push(event),
    }).forCall('call_test'),
    blobs: memoryBlobs(blobs),
    process: createBareProcesses({ env: process.env }),
    ask: {
      present: true,
      ask: async () => ({ text: 'yes' }),
      review: async () => ({ verdict: 'accepted', mode: 'ask' }),
      fill: async () => ({ values: {} }),
    },
    net: noNet,
    clock: systemClock,
    log: { debug() {}, warn() {} },
    signal: new AbortController().signal,
    resultLimit: 10_000,
    progress: (text) => void progress.push(text),
    ...options,
  };
  return {
    root,
    outside,
    ctx,
    blobs,
    progress,
    events,
    write(path, content = '') {
      const at = join(root, path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, content);
      return at;
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the result it asked for
export type Value = any;

export interface Called {
  readonly facts: readonly Fact[];
  readonly plan: Plan | ToolFailure | undefined;
  readonly value: Value;
  readonly failure: ToolFailure | undefined;
  readonly shown: string;
}

/** Plans and runs a tool as the road does: arguments and result checked, the carry handed on. */
export async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  ctx: RunContext,
  between?: () => void,
): Promise<Called> {
  expect((await checkerFor(tool.parameters))(args)).toEqual([]);
  const plan = await tool.plan?.(args as never, ctx);
  if (isFailure(plan)) return { facts: [], plan, value: undefined, failure: plan, shown: '' };
  between?.();
  const value: unknown = await tool.run(args as never, ctx, plan?.carry as never);
  const facts = plan?.facts ?? [];
  const data = isFailure(value) ? value.data : value;
  const told = isFailure(value) && value.errorType === 'stale';
  if (data !== undefined && tool.result !== undefined && !told)
    expect((await checkerFor(tool.result))(data)).toEqual([]);
  const shown = data === undefined ? '' : (tool.show?.(data as never) ?? JSON.stringify(data));
  if (data !== undefined) expect(typeof (tool.display?.(data as never) ?? '')).toBe('string');
  return { facts, plan, value: data, failure: isFailure(value) ? value : undefined, shown };
}

/** As if the model had never read or written a file. */
export const forgetful = (ctx: RunContext): RunContext => ({
  ...ctx,
  change: { ...ctx.change, seen: () => undefined },
});

/** For thousands of changes: nothing is kept, and nobody waits for the disk. */
export function quick(ctx: RunContext): RunContext {
  const { workspace } = ctx;
  const blobs = { read: async () => undefined, write: async () => 'blob:' };
  const changes = createChanges({ workspace, blobs, clock: systemClock, record: () => {}, fsync: 'off' });
  return { ...ctx, change: changes.forCall('call_test') };
}

/** Calls a tool that must succeed. */
export async function callOk(tool: Tool, args: Record<string, unknown>, ctx: RunContext): Promise<Called> {
  const called = await callTool(tool, args, ctx);
  expect(called.failure).toBeUndefined();
  return called;
}

function memoryBlobs(blobs: Map<string, Uint8Array>): BlobPort {
  const put = (content: Uint8Array): string => {
    const address = `blob:${createHash('sha256').update(content).digest('hex')}`;
    blobs.set(address, content);
    return address;
  };
  return {
    write: async (content) => put(Buffer.from(content as never)),
    writer() {
      const chunks: Uint8Array[] = [];
      return {
        write: (chunk) => void chunks.push(Buffer.from(chunk)),
        async end() {
          const content = Buffer.concat(chunks);
          return { address: put(content), bytes: content.length };
        },
        discard: () => void chunks.splice(0),
      };
    },
    size: async (address) => blobs.get(address)?.length,
    read: async (address) => blobs.get(address),
  };
}
