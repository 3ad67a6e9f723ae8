import { normalize } from 'node:path';
import { isFailure } from '../../tool/outcome.js';
import { pathFacts } from './path-facts.js';
import { loseFolder, type Shell } from './shell.js';
import { likely, literal, type Word } from './word.js';

export const isFolderChange = (name: string): boolean =>
  name === 'cd' || name === 'chdir' || name === 'pushd' || name === 'popd';

/** Follows `cd`: where later commands run. Unless the folder is there now, that is only known at run time. */
export function changeFolder(
  name: string,
  args: readonly Word[],
  { shell, at }: { readonly shell: Shell; readonly at: number },
): void {
  const [folder, ...more] = operandsOf(args);
  const lost = (note: string): void => {
    shell.facts.doubt(at, note);
    loseFolder(shell, guessFolder(folder, shell));
  };
  if (name === 'popd' || name === 'pushd' || more.length > 0) {
    lost(`where \`${name}\` leads is not followed`);
    return;
  }
  if (shell.context.env['CDPATH'] !== undefined || shell.variables.has('CDPATH')) {
    lost('CDPATH is set: where cd leads is only known at run time');
    return;
  }
  if (folder === undefined && shell.variables.has('HOME')) {
    lost('HOME is changed: where cd leads is only known at run time');
    return;
  }
  const text = folder === undefined ? shell.context.home : (folder.matches?.[0] ?? folder.text);
  if (text === undefined || text === '-' || text === '' || (folder?.matches?.length ?? 1) > 1) {
    lost(`where \`cd ${folder?.source ?? ''}\` leads is only known at run time`);
    return;
  }
  if (!text.startsWith('/') && shell.cwd === undefined) {
    loseFolder(shell, guessFolder(folder, shell));
    return;
  }
  const place = shell.context.resolve(text.startsWith('/') ? text : `${shell.cwd}/${text}`);
  if (isFailure(place) || place.kind !== 'directory') {
    lost(`there is no folder \`${text}\` now`);
    return;
  }
  // Bash takes `..` away by name; a link named before it would make that another folder.
  const named = normalize(text.startsWith('/') ? text : `${shell.namedCwd ?? shell.cwd}/${text}`);
  if (/(^|\/)\.\.(\/|$)/.test(text)) {
    const byName = shell.context.resolve(named);
    if (isFailure(byName) || byName.path !== place.path) {
      lost(`\`${text}\` leads over a link: where it ends is only known at run time`);
      return;
    }
  }
  for (const fact of place.inside
    ? []
    : pathFacts(literal(place.path), { kind: 'read', namesOnly: true, by: at }, shell)) {
    shell.facts.add(fact);
  }
  shell.cwd = place.path;
  shell.namedCwd = named;
}

/** Options come first; behind the folder they are words too many. */
function operandsOf(args: readonly Word[]): readonly Word[] {
  const first = args.findIndex(({ text }) => text === undefined || !/^-[LPe@]+$/.test(text));
  const rest = first === -1 ? [] : args.slice(first);
  return rest[0]?.text === '--' ? rest.slice(1) : rest;
}

/** Where it most likely leads; an empty word is home. */
function guessFolder(folder: Word | undefined, shell: Shell): string | undefined {
  const text = folder === undefined ? '' : (folder.matches?.[0] ?? likely(folder));
  const home = shell.variables.get('HOME') ?? shell.context.home;
  const named = text === '' ? home : text === '-' ? (shell.variables.get('OLDPWD') ?? '') : text;
  if (named.startsWith('/')) return named;
  const from = shell.cwd ?? shell.likelyCwd;
  return named === '' || from === undefined ? undefined : normalize(`${from}/${named}`);
}
