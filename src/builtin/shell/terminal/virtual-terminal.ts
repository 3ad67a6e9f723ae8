import { defineTool } from '../../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../../tool/outcome.js';
import { traits } from '../../traits.js';
import { maxTimeoutMs, terminalParameters } from './terminal-arguments.js';
import type { TerminalCarry } from './terminal-plan.js';
import { displayTerminal, showTerminal, terminalResult } from './terminal-result.js';

export interface VirtualTerminalOptions {
  /** Who asks for a longer wait waits so long. Default: as long as was asked for. */
  readonly waitsAtMostMs?: number;
  /** A command that takes longer is stopped, with its shell: for those who cannot send it keys. Default: it goes on. */
  readonly stopsLate?: boolean;
}

export const createVirtualTerminal = ({
  waitsAtMostMs = maxTimeoutMs,
  stopsLate = false,
}: VirtualTerminalOptions = {}) =>
  defineTool({
    ...traits.runCommands,
    name: 'virtual_terminal',
    title: 'Virtual terminal',
    description:
      'Works in terminals that stay open. run: a command in a persistent shell (folder and variables stay); gives exit code and output. ' +
      'open: a program that needs a terminal. send: text and keys. read: the screen. resize, close, list. ' +
      'Opened programs end with the session.',
    capabilities: ['workspace', 'process', 'terminal'],
    limits: { timeoutMs: maxTimeoutMs + 20_000 },
    parameters: terminalParameters,
    result: terminalResult,

    // Loaded with the first call.
    async plan(args, ctx) {
      const { planTerminal } = await import('./terminal-plan.js');
      return planTerminal(args, ctx, { waitsAtMostMs });
    },

    async run(args, ctx, carry: TerminalCarry | ToolFailure) {
      if (isFailure(carry)) return carry;
      const { runTerminal } = await import('./run-terminal.js');
      return runTerminal(args, { ctx, carry, stopsLate });
    },

    show: showTerminal,
    display: displayTerminal,
  });

export const virtualTerminal = createVirtualTerminal();
