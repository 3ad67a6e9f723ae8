import type { CommandTable, Runner } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { renderBash } from './bash-script.js';
import { completionTree } from './completion-tree.js';
import { renderFish } from './fish-script.js';
import type { Shell } from './shells.js';
import { renderZsh } from './zsh-script.js';

/** `toolwright completion SHELL`. */
export const completionCommand =
  (table: CommandTable): Runner =>
  async ({ arguments: [shell] }, { stdout }) => {
    stdout.write(renderers[shell as Shell['name']](completionTree(table)));
    return exitCodes.answered;
  };

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;
