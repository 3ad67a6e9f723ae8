import { onTestFinished } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import { createBackground } from '../../../../src/builtin/shell/background/create-background.js';
import { createTerminals } from '../../../../src/builtin/shell/terminal/create-terminals.js';
import { virtualTerminal } from '../../../../src/builtin/shell/terminal/virtual-terminal.js';
import { type Mask, noMask } from '../../../../src/policy/secret/mask.js';
import type { CommandEvent } from '../../../../src/run/event.js';
import { createBareProcesses } from '../../../../src/sandbox/bare-process.js';
import type { RunContext } from '../../../../src/tool/context.js';
import type { Fact } from '../../../../src/tool/fact.js';
import type { ProcessPort } from '../../../../src/tool/port.js';
import type { Tool } from '../../../../src/tool/tool.js';
import { type Bench, type Called, callTool, createBench } from '../../tool-harness.js';

export interface TerminalBench extends Bench {
  readonly commandEvents: readonly CommandEvent[];
  /** Where what was read came from. */
  readonly heard: readonly Fact[];
  /** Calls virtual_terminal. */
  vt(args: Record<string, unknown>, ctx?: Partial<RunContext>): Promise<Called>;
  close(): Promise<void>;
}

interface BenchOptions {
  readonly process?: (root: string) => ProcessPort;
  readonly mask?: Mask;
  readonly tool?: Tool;
}

/** A context with terminals, which end with the test. */
export function terminalBench(options: BenchOptions = {}): TerminalBench {
  const { mask = noMask, tool = virtualTerminal } = options;
  const commandEvents: CommandEvent[] = [];
  const heard: Fact[] = [];
  const plain = createBench();
  const record = (event: CommandEvent): void => void commandEvents.push(event);
  const host = createBackground({ clock: systemClock, blobs: plain.ctx.blobs, started: 0, record });
  onTestFinished(() => host.close());
  const hear = (facts: readonly Fact[]): void => void heard.push(...facts);
  const background = host.forCall({ callId: 'call_test', heard: hear });
  const ctx: RunContext = {
    ...plain.ctx,
    process: options.process?.(plain.root) ?? createBareProcesses({ env: process.env }),
    background,
    terminals: createTerminals({ clock: systemClock, mask }).forCall({ background, heard: hear }),
  };
  return {
    ...plain,
    ctx,
    commandEvents,
    heard,
    vt: (args, more = {}) => callTool(tool, args, { ...ctx, ...more }),
    close: () => host.close(),
  };
}
