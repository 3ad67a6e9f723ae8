import { openTerminal } from '../../support/tmux.js';
import type { ShellFolder } from './shell-folder.js';

/** A shell in a real terminal, waiting for a line. */
export interface Prompt {
  /** Types a line, presses Tab (or these keys), and answers what the line is then. */
  complete(line: string, ...keys: string[]): Promise<string>;
  /** Types a line, presses Tab for a list that ends with this, and answers the screen. */
  lists(line: string, wanted: string): Promise<string>;
}

const starts = {
  bash: { command: ['bash', '--norc', '--noprofile', '-i'], setup: (file: string) => `. '${file}'; PS1='@ '` },
  zsh: {
    command: ['zsh', '-f', '-i'],
    setup: (file: string) =>
      `fpath=('${file.replace(/\/[^/]*$/, '')}' $fpath); autoload -Uz compinit; compinit -D -u; PS1='@ '`,
  },
} as const;

export async function openPrompt(shell: 'bash' | 'zsh', folder: ShellFolder, setup?: string): Promise<Prompt> {
  const { command, setup: usual } = starts[shell];
  const settings = Object.entries(folder.env).map(([name, value]) => `${name}=${value}`);
  const terminal = openTerminal({ command: ['env', '-i', ...settings, ...command], cwd: folder.work });
  await terminal.sees(/[%$#] $/m);
  terminal.type(setup ?? usual(folder.scripts[shell]));
  terminal.press('Enter');
  await terminal.sees(/^@ $/m);
  let count = 0;
  const clear = (): void => terminal.press('C-a', 'C-k');
  return {
    async complete(line, ...keys) {
      count += 1;
      terminal.type(line);
      terminal.press(...(keys.length > 0 ? keys : ['Tab']));
      // Typed once the shell has done with the key: the line up to the mark is what became of it.
      const mark = `#${count}#`;
      terminal.type(mark);
      const shown = await terminal.sees(mark);
      clear();
      const last = shown.split('\n').findLast((one) => one.includes(mark)) ?? '';
      return last.slice('@ '.length, last.indexOf(mark));
    },
    async lists(line, wanted) {
      terminal.type(line);
      terminal.press('Tab', ...(shell === 'bash' ? ['Tab'] : []));
      await terminal.sees(wanted);
      // bash shows the line again below a list, zsh above it and takes the list away with the next key.
      if (shell === 'bash') terminal.type('#end#');
      const shown = await terminal.sees(shell === 'bash' ? '#end#' : wanted);
      clear();
      return shown;
    },
  };
}
