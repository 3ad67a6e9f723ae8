import { firstLine, plural } from '../../base/text.js';
import { defineTool } from '../../tool/define-tool.js';
import { changesNothing, type Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Captured, Place, ProcessEnd } from '../../tool/port.js';
import { endProperties, overhead } from './command-end.js';
import { planCommandLine } from './command-plan.js';
import { describeChanges } from './describe-changes.js';
import { describeRefused } from './describe-refused.js';
import { exitCodeOf } from './exit-code.js';
import { createOutputRelay } from './output-relay.js';
import { createOutputWindow, type WindowedOutput } from './output-window.js';

const defaultTimeoutMs = 60_000;
const maxTimeoutMs = 600_000;

interface Carried {
  readonly place: Place;
  readonly facts: readonly Fact[];
  /** It was said that it can be undone. */
  readonly undoable: boolean;
}

export const runCommand = defineTool({
  name: 'run_command',
  title: 'Run command',
  description:
    'Runs one bash command line in the workspace and gives its exit code and output (stdout and stderr as they come). ' +
    'Input is empty; the processes of its group end with it. Long output is cut in the middle and kept whole under a blob: address for read_file.',
  category: 'Shell',
  group: 'exec',
  source: 'builtin',
  capabilities: ['workspace', 'process'],
  effects: 'outside',
  idempotent: false,
  concurrency: 'exclusive',
  limits: { timeoutMs: maxTimeoutMs + 10_000 },
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command line.' },
      cwd: { type: 'string', description: 'The folder to run it in. Default ".", the workspace.' },
      timeout_ms: { type: 'integer', minimum: 1, maximum: maxTimeoutMs, description: `Default ${defaultTimeoutMs}.` },
    },
    required: ['command'],
    additionalProperties: false,
  },
  result: {
    type: 'object',
    properties: {
      exit_code: { type: ['integer', 'null'] },
      timed_out: { type: 'boolean' },
      output: { type: 'string' },
      output_blob: { type: 'string' },
      bytes: { type: 'integer' },
      changed: {
        type: 'array',
        items: { type: 'string' },
        description: 'What it changed in the workspace: A made, M modified, D deleted, R moved.',
      },
      ...endProperties,
    },
    required: ['exit_code', 'timed_out', 'output', 'bytes'],
    additionalProperties: false,
  },

  async plan(args, ctx) {
    const planned = await planCommandLine(args, ctx);
    if ('refusal' in planned) return planned.refusal;
    const { place, facts } = planned;
    const undo = changesNothing(facts) ? undefined : await ctx.change.undoOf(facts);
    return {
      facts,
      preview: {
        kind: 'command',
        command: args.command,
        cwd: place.shown,
        timeoutMs: args.timeout_ms ?? defaultTimeoutMs,
      },
      basis: place.path,
      ...(undo !== undefined && { undo }),
      carry: { place, facts, undoable: undo?.possible === true },
    };
  },

  async run(args, ctx, carry: Carried | ToolFailure) {
    if (isFailure(carry)) return carry;
    const folder = ctx.workspace.hold(carry.place);
    if (isFailure(folder)) return folder;
    const output = createOutputWindow({ blobs: ctx.blobs, maxChars: Math.max(500, ctx.resultLimit - overhead) });
    const relay = createOutputRelay({ now: () => ctx.clock.monotonic(), progress: (text) => ctx.progress(text) });
    const timeoutMs = args.timeout_ms ?? defaultTimeoutMs;
    const capture = await ctx.change.capture(carry.facts, { signal: ctx.signal });
    if (carry.undoable && capture.missing !== undefined) {
      folder.close();
      await capture.end();
      return fail(
        'stale',
        `Not run: it was said that it can be undone, and now it cannot: ${capture.missing}. Repeat the call.`,
      );
    }
    let captured: Captured | undefined;
    let end: ProcessEnd;
    try {
      end = await ctx.process.run({
        command: args.command,
        cwd: folder.path,
        timeoutMs,
        signal: ctx.signal,
        facts: carry.facts,
        onOutput(chunk, stream) {
          output.push(chunk);
          relay(chunk, stream);
        },
      });
    } finally {
      folder.close();
      captured = await capture.end();
    }
    return describeEnd(end, { output: await output.end(), captured, timeoutMs });
  },

  show({ exit_code, output, timed_out, changed, protected_paths, undo, refused, reached = [] }) {
    const state = timed_out ? 'timed out' : `exit code ${exit_code ?? 'none'}`;
    const end = output === '' ? `[${state}, no output]` : `${output}${output.endsWith('\n') ? '' : '\n'}[${state}]`;
    const changes = changed === undefined ? [] : [`[changed]\n${changed.join('\n')}`];
    if (protected_paths !== undefined) changes.push(`[protected paths]\n${protected_paths.join('\n')}`);
    // Of a command that failed, the road tells it: it may be run again.
    const kept = refused === undefined || exit_code !== 0 ? [] : [`[refused by the sandbox]\n${refused.join('\n')}`];
    const limits = reached.map((sentence) => `[${sentence}]`);
    return [end, ...changes, ...(undo === undefined ? [] : [`[${undo}]`]), ...kept, ...limits].join('\n');
  },
  display({ exit_code, output, timed_out, refused = [] }) {
    const state = timed_out ? 'timed out' : `exit ${exit_code ?? 'none'}`;
    const kept = refused.length === 0 ? '' : `, ${plural(refused.length, 'refusal')} by the sandbox`;
    return `${state}${kept}${output === '' ? '' : `: ${firstLine(output)}`}`;
  },
});

interface Ended {
  readonly output: WindowedOutput;
  readonly captured: Captured;
  readonly timeoutMs: number;
}

function describeEnd(end: ProcessEnd, { output: { text, bytes, blob }, captured, timeoutMs }: Ended) {
  const result = {
    exit_code: exitCodeOf(end),
    timed_out: end.state === 'timed-out',
    output: text,
    bytes,
    ...(blob !== undefined && { output_blob: blob }),
    ...describeChanges(captured),
    ...describeRefused(end),
    ...(end.reached !== undefined && { reached: [...end.reached] }),
  };
  switch (end.state) {
    case 'failed':
      return fail('io_error', `The command could not be started: ${end.message}.`);
    case 'timed-out':
      return fail(
        'timeout',
        `The command ran longer than ${timeoutMs} ms and was ended with its process group. Give a larger timeout_ms, or do less.`,
        result,
      );
    case 'cancelled':
      return fail('cancelled', 'The command was cancelled and ended with its process group.', result);
    case 'signalled':
      return fail('io_error', `The command was ended by ${end.signal} (exit code ${result.exit_code}).`, result);
    default:
      if (end.exitCode !== 0) return fail('io_error', `exit code ${end.exitCode}`, result);
      // Not all of it was done: the road may ask for the rest.
      return captured.refused === undefined ? result : fail('permission_denied', putBack, result);
  }
}

const putBack =
  'It ended with exit code 0, but what it did to protected paths was put back: no fact of the call names them.';
