import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { commandRunner, type PlannedCommand, planRun, runPlanned } from './command-run.js';

export interface BuildOptions {
  /** Where there is only npm and make, npm is what is run when nothing tells. */
  readonly finds?: 'any' | 'npm-or-make';
}

const defaultTimeoutMs = 120_000;
const maxTimeoutMs = 300_000;

export const createBuild = ({ finds = 'any' }: BuildOptions = {}) =>
  defineTool({
    ...commandRunner,
    name: 'build',
    title: 'Build',
    description:
      'Builds the project: finds its build command (package scripts, make, cargo, go, maven, gradle, cmake, dotnet, …), says which and why, ' +
      'and runs it as run_command does. Give command to run another.',
    limits: { timeoutMs: maxTimeoutMs + 10_000 },
    parameters: objectOf({
      'command?': { type: 'string', description: 'The command line; found when absent.' },
      'cwd?': { type: 'string', description: 'The folder of the project. Default ".", the workspace.' },
      'timeout_ms?': {
        type: 'integer',
        minimum: 1,
        maximum: maxTimeoutMs,
        description: `Default ${defaultTimeoutMs}.`,
      },
    }),

    async plan({ command, cwd = '.', timeout_ms: timeoutMs = defaultTimeoutMs }, ctx) {
      // Loaded with the first one that has to be found.
      const { findBuildIn } = await import('./find-build.js');
      const found = command === undefined ? await findBuildIn(cwd, ctx, finds) : { command, why: 'the call says so' };
      if (isFailure(found)) return found;
      return planRun({ command: found.command, cwd, timeoutMs, found }, ctx);
    },
    run: (_, ctx, carry: PlannedCommand | ToolFailure) => (isFailure(carry) ? carry : runPlanned(carry, ctx)),
  });

export const build = createBuild();
