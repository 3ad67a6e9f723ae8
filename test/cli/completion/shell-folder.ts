import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommandTable } from '../../../src/cli/command.js';
import { commandTable } from '../../../src/cli/commands.js';
import { renderBash } from '../../../src/cli/completion/bash-script.js';
import { completionTree } from '../../../src/cli/completion/completion-tree.js';
import { renderFish } from '../../../src/cli/completion/fish-script.js';
import { renderZsh } from '../../../src/cli/completion/zsh-script.js';

/** Values of the kinds only the program knows, as shells may meet them. */
export const oddModels = ['qwen3:8b', 'qwen3:30b', 'hf.co/a/b:Q4_K_M', 'my model', `it's "odd" $HOME \`id\``, 'guide'];

/** A folder with files to complete, a home, a program and the three scripts. */
export interface ShellFolder {
  readonly work: string;
  readonly home: string;
  readonly scripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>>;
  /** What a shell is started with, and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  /** What the stand-in was asked, in order. */
  asked(): readonly string[];
}

/** `program` is linked as toolwright; without it, a stand-in answers what it was asked, and odd names of models. */
export function createShellFolder(
  options: { readonly table?: CommandTable; readonly program?: string } = {},
): ShellFolder {
  const { table = commandTable, program } = options;
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-shell-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const at = (...names: string[]): string => join(root, ...names);
  for (const folder of ['work/my folder/deep', 'work/a:b/inner', 'home', 'bin', 'zsh'])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ['work/notes.txt', 'work/my file.txt', 'work/x=y', 'home/own.db']) writeFileSync(at(file), '');
  if (program === undefined) writeFileSync(at('bin/toolwright'), standIn());
  else symlinkSync(program, at('bin/toolwright'));
  chmodSync(at('bin/toolwright'), 0o755);
  const tree = completionTree(table);
  const scripts = { bash: at('toolwright.bash'), zsh: at('zsh/_toolwright'), fish: at('toolwright.fish') };
  writeFileSync(scripts.bash, renderBash(tree));
  writeFileSync(scripts.zsh, renderZsh(tree));
  writeFileSync(scripts.fish, renderFish(tree));
  const PATH = `${at('bin')}:${process.env['PATH'] ?? ''}`;
  const env = {
    PATH,
    HOME: at('home'),
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm',
    HISTFILE: '/dev/null',
    SOME_KEY: '1',
    SOME_OTHER: '2',
  };
  const asked = (): readonly string[] => readFileSync(at('home/asked'), 'utf8').trimEnd().split('\n');
  return { work: at('work'), home: at('home'), scripts, env, asked };
}

function standIn(): string {
  const models = oddModels.map((name) => `${name}\tmodel [${name.length}]: here`).join('\n');
  return `#!/bin/sh
echo "$*" >> "$HOME/asked"
case "$3" in
  model) cat <<'END'
${models}
END
  ;;
  session) printf 'last\\tthe newest\\nses_01\\tfirst words\\n' ;;
esac
echo 'what goes wrong is not shown' >&2
`;
}
