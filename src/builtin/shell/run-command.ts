import { defined } from '../../base/defined.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { commandRunner, type PlannedCommand, planRun, runPlanned } from './command-run.js';
import type { StreamBound } from './printed-output.js';

export interface RunCommandOptions {
  /** The two streams are told apart, each up to so much. Default: one output, as it comes. */
  readonly streams?: StreamBound;
  /** In milliseconds, or the argument is one in seconds. */
  readonly timeout?: { readonly default: number; readonly max: number; readonly unit: 'ms' | 's' };
}

const usualTimeout = { default: 60_000, max: 600_000, unit: 'ms' } as const;

const parameters = objectOf({
  command: { type: 'string' },
  'cwd?': { type: 'string' },
  'timeout_ms?': { type: 'integer', minimum: 1 },
  'timeout_s?': { type: 'integer', minimum: 1 },
});

export function createRunCommand({ streams, timeout = usualTimeout }: RunCommandOptions = {}) {
  const factor = timeout.unit === 's' ? 1000 : 1;
  return defineTool({
    ...commandRunner,
    name: 'run_command',
    title: 'Run command',
    description:
      `Runs one bash command line and gives its exit code and ${streams === undefined ? 'output' : 'its stdout and stderr'}. ` +
      `Input is empty, and what it starts ends with it. ${streams === undefined ? 'Long output is cut in the middle, and whole at a blob: address.' : 'Long output is cut.'}`,
    help: 'It runs in the workspace, or in cwd. Its output is stdout and stderr as they come. read_file reads the blob: address of a long output.',
    limits: { timeoutMs: timeout.max * factor + 10_000 },
    parameters: parametersFor(timeout),

    plan({ command, cwd, timeout_ms, timeout_s }, ctx) {
      const given = timeout_ms ?? timeout_s ?? timeout.default;
      return planRun({ command, ...defined({ cwd }), timeoutMs: given * factor }, ctx);
    },
    run: (_, ctx, carry: PlannedCommand | ToolFailure) => (isFailure(carry) ? carry : runPlanned(carry, ctx, streams)),
  });
}

export const runCommand = createRunCommand();

/** Of the two ways to give a time, one. */
function parametersFor({ default: usual, max, unit }: NonNullable<RunCommandOptions['timeout']>): typeof parameters {
  const { timeout_ms: _, timeout_s: __, ...properties } = parameters.properties;
  const time = { type: 'integer', minimum: 1, maximum: max, description: `Default ${usual}.` };
  return { ...parameters, properties: { ...properties, [`timeout_${unit}`]: time } } as unknown as typeof parameters;
}
