import { onTestFinished } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import { createBackground } from '../../../../src/builtin/shell/background/create-background.js';
import type { CommandEvent } from '../../../../src/run/event.js';
import { createBareProcesses } from '../../../../src/sandbox/bare-process.js';
import type { RunContext } from '../../../../src/tool/context.js';
import type { Fact } from '../../../../src/tool/fact.js';
import type { ProcessPort } from '../../../../src/tool/port.js';
import { type Bench, createBench } from '../../tool-harness.js';

export interface BackgroundBench extends Bench {
  readonly commandEvents: readonly CommandEvent[];
  /** Where what was read came from. */
  readonly heard: readonly Fact[];
  close(): Promise<void>;
}

/** A context with background commands, which end with the test. */
export function backgroundBench(
  options: { readonly process?: (root: string) => ProcessPort; readonly ctx?: Partial<RunContext> } = {},
): BackgroundBench {
  const commandEvents: CommandEvent[] = [];
  const heard: Fact[] = [];
  const plain = createBench();
  const host = createBackground({
    clock: systemClock,
    blobs: plain.ctx.blobs,
    started: 0,
    record: (event) => void commandEvents.push(event),
  });
  onTestFinished(() => host.close());
  const ctx: RunContext = {
    ...plain.ctx,
    process: options.process?.(plain.root) ?? createBareProcesses({ env: process.env }),
    background: host.forCall({ callId: 'call_test', heard: (facts) => void heard.push(...facts) }),
    ...options.ctx,
  };
  return { ...plain, ctx, commandEvents, heard, close: () => host.close() };
}
