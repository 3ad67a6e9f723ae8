import { normalize } from 'node:path';
import { isBeneath } from '../../base/is-beneath.js';
import { foldPath } from '../path/fold-path.js';
import { homeGuards } from '../path/guarded-places.js';
import { pathFacts } from './path-facts.js';
import type { Shell } from './shell.js';
import { likely, type Word } from './word.js';

/**
 * Credentials of the person among the operands of a program of which it is not known what it does: most likely it reads
 * them. What only names the key to sign in with is left to the question.
 */
export function addOperandReads(args: readonly Word[], at: number, shell: Shell): void {
  for (const [index, word] of args.entries()) {
    const path = pathOf(likely(word), shell);
    if (path === undefined || !isGuarded(path, shell.context.home)) continue;
    if (signsIn.test(args[index - 1]?.text ?? '')) continue;
    const touch = { kind: 'read', deep: true, by: at } as const;
    for (const fact of pathFacts({ text: undefined, guess: path, source: word.source }, touch, shell))
      shell.facts.add(fact);
  }
}

const signsIn = /^-i$|^--?[a-z-]*(?:key|ident|conf|cert|cred|auth)/;

function pathOf(text: string, { cwd, likelyCwd, context }: Shell): string | undefined {
  if (text === '' || text.startsWith('-')) return undefined;
  if (text.startsWith('/')) return normalize(text);
  const folder = cwd ?? likelyCwd;
  const outside = folder !== undefined && !isBeneath(folder, context.root);
  return outside ? normalize(`${folder}/${text}`) : undefined;
}

const isGuarded = (path: string, home: string): boolean =>
  path.startsWith(`${home}/`) && homeGuards.find(foldPath(path.slice(home.length)), 0)?.mark.read === true;
