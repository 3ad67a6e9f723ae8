import { harmlessDevice } from '../../policy/path/device.js';
import { programName } from '../../policy/rule/command-pattern.js';
import type { Fact } from '../../tool/fact.js';
import { discardsWork } from './discards-work.js';

/**
 * Whether a command is destructive: by its text or the words that would run, by what it takes away or writes over, or
 * because code in it was not read. That a program is not known is not enough.
 */
export function isDestructive(facts: readonly Fact[], command: unknown): boolean {
  const texts = facts.filter(({ kind }) => kind === 'exec').map(({ target }) => target);
  if (typeof command === 'string') texts.push(command);
  if (texts.some((text) => patterns.some((pattern) => pattern.test(text)))) return true;
  return facts.some((fact) => (fact.kind === 'exec' ? isDestructiveRun(fact) : takesAway(fact)));
}

const isDestructiveRun = ({ inline, unread, words = [] }: Fact): boolean =>
  inline === true || unread === true || isDestructiveCommand(words);

/** What a tool itself does to files is a reason of its own. */
function takesAway({ kind, target, by, known, over, deep }: Fact): boolean {
  if (by === undefined) return false;
  if (kind === 'delete' || kind === 'move') return true;
  // A variable by which the shell is made to run other code: it is shared, and stays.
  if (kind === 'env') return !known;
  if (kind !== 'write' || harmlessDevice(target, 'write')) return false;
  return !known || over === 'file' || (over === 'folder' && deep === true);
}

/** The list of the original, searched for anywhere in the text. */
const patterns: readonly RegExp[] = [
  /\brm\s+-(?:rf|fr)\b/,
  /\bmkfs[.\s]/,
  /\bdd\s+if=/,
  /(?:^|\s)(?:reboot|shutdown|poweroff|halt)(?=$|[\s;&|)])/,
];

/** The same commands in another spelling: quoted, with split or long options, by a path, in a wrapper. */
function isDestructiveCommand([first, ...args]: readonly (string | null)[]): boolean {
  if (first === undefined || first === null) return false;
  const name = programName(first);
  if (powerPrograms.has(name)) return true;
  if (name === 'git') return discardsWork(args);
  if (name === 'rm') return hasOption(args, 'r', '--recursive') && hasOption(args, 'f', '--force');
  if (name === 'dd') return args.some((word) => word?.startsWith('if=') === true);
  return name.startsWith('mkfs.') || (name === 'mkfs' && args.length > 0);
}

const powerPrograms: ReadonlySet<string> = new Set(['reboot', 'shutdown', 'poweroff', 'halt']);

/** Short ones stand together, long ones may be cut off. */
function hasOption(args: readonly (string | null)[], letter: string, long: string): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((word) => {
    if (word === null || !word.startsWith('-')) return false;
    return word.startsWith('--') ? long.startsWith(word) : word.toLowerCase().includes(letter);
  });
}
