import { normalize } from 'node:path';
import { defined } from '../../base/defined.js';
import { isBeneath } from '../../base/is-beneath.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { harmlessDevice } from '../path/device.js';
import { hardLinkNote } from '../path/hard-link.js';
import { behindLinks } from './made-links.js';
import { absolutePath, isLost, type Shell } from './shell.js';
import { likely, type Word } from './word.js';

export interface Touch {
  readonly kind: 'read' | 'write' | 'delete' | 'move';
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
  if (text === '' || (text === '-' && touch.kind === 'read') || isStream(text, touch)) return [];
  if (isLost(text, shell)) {
    const note = `\`${text}\` lies in a folder that is only known at run time`;
    return [fact(likelyPlace(text, shell), touch, { known: false, note })];
  }
  const named = absolutePath(text, shell);
  const place = shell.context.resolve(named);
  if (isFailure(place))
    return [fact(shownPlace(normalize(named), shell), touch, { known: false, note: place.message })];
  const lexical = shownPlace(trimSlash(normalize(named)), shell).target;
  const found = foundPlace(place);
  const opens = (touch.kind === 'read' && touch.namesOnly !== true) || touch.kind === 'write';
  const note = opens ? (specialNote(place) ?? hardLinkNote(place)) : undefined;
  const via = lexical === found.target ? {} : { via: lexical };
  const over = touch.kind === 'write' ? lyingAt(place) : undefined;
  return [fact(found, touch, { known: note === undefined, ...defined({ note, over }), ...via })];
}

function lyingAt({ kind }: Place): Fact['over'] {
  if (kind === 'missing') return undefined;
  return kind === 'directory' ? 'folder' : 'file';
}

/** A stream of the command, or what goes nowhere. */
const isStream = (path: string, { kind }: Touch): boolean =>
  (kind === 'read' || kind === 'write') && harmlessDevice(path, kind);

const specialNote = ({ kind, shown }: Place): string | undefined =>
  kind === 'other' ? `${shown} is a pipe, a socket or a device: who opens it may wait for ever` : undefined;

/** What the path would most likely be is told too, so that harm is found; it proves nothing. */
function unknownPath(word: Word, touch: Touch, shell: Shell): Fact {
  const guess = word.guess ?? '';
  const pattern = allOfFolder(guess);
  const text = pattern ?? guess;
  const whole = pattern === undefined ? touch : { ...touch, deep: true };
  const rest = { known: false, note: `the path \`${word.source}\` is only known at run time${detail(word)}` };
  if (text === '' || (isLost(text, shell) && shell.likelyCwd === undefined))
    return fact({ target: word.source, where: 'outside' }, touch, rest);
  if (isLost(text, shell)) return fact(likelyPlace(text, shell), whole, rest);
  const named = normalize(absolutePath(text, shell));
  // What stands for a stream of the command would resolve to one of this process.
  const place = isStream(named, touch) ? undefined : shell.context.resolve(named);
  const found = place === undefined || isFailure(place) ? shownPlace(named, shell) : foundPlace(place);
  return fact(found, whole, rest);
}

type Placed = Pick<Fact, 'target' | 'where'>;

/** Where a relative path leads from the folder that is only guessed at. */
const likelyPlace = (text: string, { likelyCwd }: Shell): Placed => ({
  target: likelyCwd === undefined ? text : trimSlash(normalize(`${likelyCwd}/${text}`)),
  where: 'outside',
});

const foundPlace = ({ inside, shown, path }: Place): Placed =>
  inside ? { target: shown, where: 'workspace' } : { target: path, where: 'outside' };

const detail = ({ note, source }: Word): string =>
  note === undefined || note.includes(`\`${source}\``) ? '' : ` (${note})`;

function fact({ target, where }: Placed, touch: Touch, rest: Pick<Fact, 'known' | 'note' | 'via' | 'over'>): Fact {
  const { kind, deep, namesOnly, by } = touch;
  const how = { ...(deep === true && { deep }), ...(namesOnly === true && { namesOnly }) };
  return { kind, target, where, ...rest, ...how, ...defined({ by }) };
}

function shownPlace(path: string, { context: { root } }: Shell): Placed {
  if (path === root) return { target: '.', where: 'workspace' };
  if (!isBeneath(path, root)) return { target: path, where: 'outside' };
  return { target: path.slice(root === '/' ? 1 : root.length + 1), where: 'workspace' };
}

const trimSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
