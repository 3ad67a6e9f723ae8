import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { doorEnv } from './evidence/doors.js';
import { choosingVariables, quietEnv } from './quiet-env.js';

/** A real terminal, 100 columns wide, in which one command runs. */
export interface Terminal {
  /** Types text as it is. */
  type(text: string): void;
  /** Presses keys by tmux's names: Enter, Up, C-c. */
  press(...keys: string[]): void;
  /** Pastes, bracketed when the program asked for it. */
  paste(text: string): void;
  /** Everything shown so far, wrapped lines joined; with `escapes`, colours as escape codes. */
  text(options?: { readonly escapes?: boolean }): string;
  /** Waits until the text holds this, and answers it. */
  sees(wanted: string | RegExp, options?: { readonly times?: number }): Promise<string>;
}

let count = 0;

export function openTerminal(options: {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}): Terminal {
  count += 1;
  const socket = `toolwright-${process.pid}-${count}`;
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-u', '-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const settings = Object.entries({ ...quietEnv, ...doorEnv(), ...options.env }).map(([name, value]) =>
    quote(`${name}=${value}`),
  );
  const command = [
    'env',
    ...choosingVariables.flatMap((name) => ['-u', name]),
    ...settings,
    ...options.command.map(quote),
  ].join(' ');
  // The shell stays, so that what the program leaves behind can be looked at.
  tmux(
    'new-session',
    '-d',
    '-x',
    '100',
    '-y',
    '50',
    '-c',
    options.cwd,
    `${command}; echo "left with $?"; exec sleep 600`,
  );
  onTestFinished(() => {
    tmux('kill-server');
  });
  const text: Terminal['text'] = ({ escapes = false } = {}) =>
    tmux('capture-pane', '-p', '-J', ...(escapes ? ['-e'] : []), '-S', '-');
  return {
    type: (typed) => void tmux('send-keys', '-l', typed),
    press: (...keys) => void tmux('send-keys', ...keys),
    paste(pasted) {
      tmux('set-buffer', pasted);
      tmux('paste-buffer', '-p', '-r');
    },
    text,
    async sees(wanted, { times = 1 } = {}) {
      const limit = Date.now() + 20_000;
      for (;;) {
        const shown = text();
        if (occurrences(shown, wanted) >= times) return shown;
        if (Date.now() > limit) throw new Error(`the terminal never showed ${wanted}:\n${shown}`);
        await sleep(50);
      }
    },
  };
}

function occurrences(shown: string, wanted: string | RegExp): number {
  if (typeof wanted === 'string') return shown.split(wanted).length - 1;
  return [...shown.matchAll(new RegExp(wanted, `${wanted.flags.replace('g', '')}g`))].length;
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
