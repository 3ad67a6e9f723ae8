import type { Fact } from '../../tool/fact.js';
import { analyseCommand } from './analyse-command.js';
import { type CommandContextOptions, createCommandContext } from './create-command-context.js';

/** What a command would do if it ran now, here. Loads the analyser and all its tables: import it when it is needed. */
export const planCommand = (command: string, context: CommandContextOptions): Promise<readonly Fact[]> =>
  analyseCommand(command, createCommandContext(context));
