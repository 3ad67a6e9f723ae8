import { normalize } from 'node:path';
import { defined } from '../../base/defined.js';
import { isBeneath } from '../../base/is-beneath.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { harmlessDevice } from '../path/device.js';
import { hardLinkNote } from '../path/hard-link.js';
import { behindLinks } from './made-links.js';
import type { Shell } from './shell.js';
import { likely, type Word } from './word.js';

type PathKind = 'read' | 'write' | 'delete' | 'move';

export interface Touch {
  readonly kind: PathKind;
  readonly deep?: boolean | undefined;
  readonly namesOnly?: boolean | undefined;
  /** See `Fact`. */
  readonly by?: number | undefined;
}

/** What a command does to the files a word names, as facts. */
export function pathFacts(word: Word, touch: Touch, shell: Shell): readonly Fact[] {
  const facts = namedFacts(word, touch, shell);
  return shell.links.size === 0 ? facts : [...facts, ...linkedFacts(word, touch, shell)];
}

/** The same through links that the command itself makes. */
function linkedFacts(word: Word, touch: Touch, shell: Shell): readonly Fact[] {
  return (word.matches ?? [likely(word)]).flatMap((text) => {
    const all = touch.kind === 'read' ? undefined : allOfFolder(text);
    const path = behindLinks(all ?? text, shell);
    return path === undefined ? [] : knownPath(path, all === undefined ? touch : { ...touch, deep: true }, shell);
  });
}

function namedFacts(word: Word, touch: Touch, shell: Shell): readonly Fact[] {
  if (word.text === undefined) return [unknownPath(word, touch, shell)];
  if (word.matches === undefined) return knownPath(word.text, touch, shell);
  const all = allOfFolder(word.text);
  if (all !== undefined && touch.kind !== 'read') return knownPath(all, { ...touch, deep: true }, shell);
  return word.matches.flatMap((match) => knownPath(match, touch, shell));
}

/** The folder of a pattern that means all in it, such as `dir/*`; undefined for a pattern that is choosier. */
function allOfFolder(pattern: string): string | undefined {
  const at = pattern.lastIndexOf('/');
  const [folder, name] = at === -1 ? ['.', pattern] : [pattern.slice(0, at) || '/', pattern.slice(at + 1)];
  if (/[*?[]/.test(folder)) return folder.endsWith('/*') || folder === '*' ? allOfFolder(folder) : undefined;
  return /^[.]?[*?[\]!^.]*\*$/.test(name) ? folder : undefined;
}

function knownPath(text: string, touch: Touch, shell: Shell): readonly Fact[] {
  if (text === '-' && touch.kind === 'read') return [];
  if ((touch.kind === 'read' || touch.kind === 'write') && harmlessDevice(text, touch.kind)) return [];
  if (text === '') return [];
  if (!text.startsWith('/') && shell.cwd === undefined) {
    const note = `\`${text}\` lies in a folder that is only known at run time`;
    return [fact(likelyPath(text, shell), 'outside', touch, { known: false, note })];
  }
  const named = text.startsWith('/') ? text : `${shell.cwd}/${text}`;
  const place = shell.context.resolve(named);
  if (isFailure(place)) {
    const { target, where } = shownPlace(normalize(named), shell);
    return [fact(target, where, touch, { known: false, note: place.message })];
  }
  const lexical = shownPlace(trimSlash(normalize(named)), shell);
  const target = place.inside ? place.shown : place.path;
  const where = place.inside ? 'workspace' : 'outside';
  const opens = (touch.kind === 'read' && touch.namesOnly !== true) || touch.kind === 'write';
  const note = opens ? (specialNote(place) ?? hardLinkNote(place)) : undefined;
  const via = lexical.target === target ? {} : { via: lexical.target };
  return [fact(target, where, touch, { known: note === undefined, ...defined({ note }), ...via })];
}

const specialNote = ({ kind, shown }: Place): string | undefined =>
  kind === 'other' ? `${shown} is a pipe, a socket or a device: who opens it may wait for ever` : undefined;

/** What the path would most likely be is told too, so that harm is found; it proves nothing. */
function unknownPath(word: Word, touch: Touch, shell: Shell): Fact {
  const note = `the path \`${word.source}\` is only known at run time${detail(word)}`;
  const guess = word.guess ?? '';
  const pattern = allOfFolder(guess);
  const text = pattern ?? guess;
  if (text === '') return fact(word.source, 'outside', touch, { known: false, note });
  if (!text.startsWith('/') && shell.cwd === undefined) {
    if (shell.likelyCwd === undefined) return fact(word.source, 'outside', touch, { known: false, note });
    const whole = pattern === undefined ? touch : { ...touch, deep: true };
    return fact(likelyPath(text, shell), 'outside', whole, { known: false, note });
  }
  const named = normalize(text.startsWith('/') ? text : `${shell.cwd}/${text}`);
  // What stands for a stream of the command would resolve to one of this process.
  const stream = (touch.kind === 'read' || touch.kind === 'write') && harmlessDevice(named, touch.kind);
  const place = stream ? undefined : shell.context.resolve(named);
  const { target, where } =
    place === undefined || isFailure(place)
      ? shownPlace(named, shell)
      : {
          target: place.inside ? place.shown : place.path,
          where: place.inside ? ('workspace' as const) : ('outside' as const),
        };
  return fact(target, where, pattern === undefined ? touch : { ...touch, deep: true }, { known: false, note });
}

/** Where a relative path leads from the folder that is only guessed at. */
const likelyPath = (text: string, { likelyCwd }: Shell): string =>
  likelyCwd === undefined ? text : trimSlash(normalize(`${likelyCwd}/${text}`));

const detail = ({ note, source }: Word): string =>
  note === undefined || note.includes(`\`${source}\``) ? '' : ` (${note})`;

function fact(
  target: string,
  where: Fact['where'],
  { kind, deep, namesOnly, by }: Touch,
  rest: Pick<Fact, 'known' | 'note' | 'via'>,
): Fact {
  const how = { ...(deep === true && { deep }), ...(namesOnly === true && { namesOnly }) };
  return { kind, target, where, ...rest, ...how, ...defined({ by }) };
}

function shownPlace(
  path: string,
  { context: { root } }: Shell,
): { readonly target: string; readonly where: Fact['where'] } {
  if (path === root) return { target: '.', where: 'workspace' };
  const inside = isBeneath(path, root);
  return inside
    ? { target: path.slice(root === '/' ? 1 : root.length + 1), where: 'workspace' }
    : { target: path, where: 'outside' };
}

const trimSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
