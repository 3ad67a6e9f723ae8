import { dirname, resolve } from 'node:path';
import { wordSet } from '../../../../base/words.js';
import { asksOnly } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, type Word } from '../../word.js';

const name = 'toolwright';

/** Toolwright itself: whoever is ruled by its settings and its trust must not change them. */
const own: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -h')) return;
  doing.unknown(`what \`${name}\` does is not looked into`);
  const words = args.map(likely);
  if (words.includes('--help') || words.includes('-h')) return;
  const follows = (first: string, ...second: readonly string[]): boolean => {
    const at = words.indexOf(first);
    return at !== -1 && words.slice(at).some((word) => second.includes(word));
  };
  if (follows('trust', 'trust') && !words.includes('--list')) doing.forbid('it changes which folders are trusted');
  else if (follows('grants', 'revoke')) doing.forbid('it changes which grants hold');
  else if (follows('config', 'set', 'unset') || follows('probe', '--save'))
    doing.forbid("it changes Toolwright's own settings");
  else if (follows('sessions', 'delete')) doing.forbid('it deletes what Toolwright recorded');
  else if (!words.some((word) => looking.has(word)))
    doing.unread('it starts another session, with a mode and rules of its own, or shows what was recorded');
};

/** Commands that only tell something. */
const looking = wordSet('config policy tools models dialects doctor parse completion man trust');

/** Whether a script is Toolwright: by the name of its file, or by the package it lies in. */
export function isOwnScript(file: Word, { cwd, context }: Pick<EffectSink, 'cwd' | 'context'>): boolean {
  const path = resolve(cwd ?? context.cwd, likely(file));
  if (/\/toolwright$/.test(path)) return true;
  if (!/\/dist\/cli(?:\.cjs)?$/.test(path)) return false;
  const text = context.readText(resolve(dirname(path), '../package.json'));
  return /\/toolwright\//.test(path) || /"name"\s*:\s*"toolwright"/.test(text ?? '');
}

export const ownPrograms: ProgramTable = { [name]: own };
