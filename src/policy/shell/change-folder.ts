import { normalize } from 'node:path';
import { isFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { pathFacts } from './path-facts.js';
import { absolutePath, isLost, loseFolder, type Shell } from './shell.js';
import { likely, literal, type Word } from './word.js';

export const isFolderChange = (name: string): boolean => ['cd', 'chdir', 'pushd', 'popd'].includes(name);

/** Follows `cd`: where later commands run. Unless the folder is there now, that is only known at run time. */
export function changeFolder(
  name: string,
  args: readonly Word[],
  { shell, at }: { readonly shell: Shell; readonly at: number },
): void {
  const operands = operandsOf(args);
  const found = follow(name, operands, shell);
  if (typeof found !== 'object') {
    if (found !== undefined) shell.facts.doubt(at, found);
    loseFolder(shell, guessFolder(operands[0], shell));
    return;
  }
  const { place, named } = found;
  const touch = { kind: 'read', namesOnly: true, by: at } as const;
  if (!place.inside) for (const fact of pathFacts(literal(place.path), touch, shell)) shell.facts.add(fact);
  shell.cwd = place.path;
  shell.namedCwd = named;
}

interface Found {
  readonly place: Place;
  /** Without links followed. */
  readonly named: string;
}

/** Where it leads; why that is not known; or undefined, when it goes on from a folder that is not known. */
function follow(name: string, [folder, ...more]: readonly Word[], shell: Shell): Found | string | undefined {
  const { context, variables } = shell;
  if (name === 'popd' || name === 'pushd' || more.length > 0) return `where \`${name}\` leads is not followed`;
  if (context.env['CDPATH'] !== undefined || variables.has('CDPATH'))
    return 'CDPATH is set: where cd leads is only known at run time';
  if (folder === undefined)
    return variables.has('HOME')
      ? 'HOME is changed: where cd leads is only known at run time'
      : folderAt(context.home, '', shell);
  const text = (folder.matches?.length ?? 1) > 1 ? '' : (folder.matches?.[0] ?? folder.text);
  return folderAt(text, folder.source, shell);
}

function folderAt(text: string | undefined, source: string, shell: Shell): Found | string | undefined {
  if (text === undefined || text === '-' || text === '')
    return `where \`cd ${source}\` leads is only known at run time`;
  if (isLost(text, shell)) return undefined;
  const { context, cwd, namedCwd = cwd } = shell;
  const place = context.resolve(absolutePath(text, shell));
  if (isFailure(place) || place.kind !== 'directory') return `there is no folder \`${text}\` now`;
  // Bash takes `..` away by name; a link named before it would make that another folder.
  const named = normalize(absolutePath(text, { cwd: namedCwd }));
  const byName = /(^|\/)\.\.(\/|$)/.test(text) ? context.resolve(named) : place;
  if (isFailure(byName) || byName.path !== place.path)
    return `\`${text}\` leads over a link: where it ends is only known at run time`;
  return { place, named };
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
