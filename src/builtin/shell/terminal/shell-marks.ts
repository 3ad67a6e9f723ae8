import { randomText } from '../../../base/id.js';

/** What a shell tells, unseen, between what is printed: a command begins, or it waits for one. */
export type ShellMark =
  | { readonly type: 'begins' }
  | { readonly type: 'waits'; readonly exitCode: number; readonly cwd: string };

export interface ShellMarks {
  /** The words that start a shell which tells. */
  readonly words: readonly [string, ...string[]];
  /** Takes what the shell prints, in any pieces, and gives it out without the marks. */
  push(chunk: Uint8Array): readonly MarkedPiece[];
}

export type MarkedPiece = { readonly bytes: Uint8Array } | { readonly mark: ShellMark };

/** A mark is a sequence of the kind that terminals pass over, with a word in it that nothing printed can know. */
export function createShellMarks(word = randomText(20)): ShellMarks {
  const opening = Buffer.from(`\u001b]7711;${word};`);
  let held: Uint8Array = new Uint8Array();
  return {
    words: ['bash', '--noprofile', '--norc', '-c', launcher, settings(word)],
    push(chunk) {
      const bytes = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
      const pieces: MarkedPiece[] = [];
      let from = 0;
      for (let at = bytes.indexOf(opening); at !== -1; at = bytes.indexOf(opening, from)) {
        const end = bytes.indexOf(bell, at);
        // Longer than any path: no mark after all.
        const isBroken = (end === -1 ? bytes.length : end) - at > maxMark;
        if (end === -1 && !isBroken) break;
        if (at > from) pieces.push({ bytes: bytes.subarray(from, at) });
        from = isBroken ? at + opening.length : end + 1;
        const mark = isBroken ? undefined : readMark(bytes.toString('utf8', at + opening.length, end));
        if (mark !== undefined) pieces.push({ mark });
      }
      const keepFrom = beginningOf(opening, bytes, from);
      if (keepFrom > from) pieces.push({ bytes: bytes.subarray(from, keepFrom) });
      held = Uint8Array.from(bytes.subarray(keepFrom));
      return pieces;
    },
  };
}

const bell = 7;
const maxMark = 8192;

/** A shell without startup files reads these settings in their place. It is no login shell, and writes no history. */
const launcher = 'exec bash --noprofile --rcfile <(printf %s "$0") -i';

const settings = (word: string): string =>
  [
    'set +H',
    'unset HISTFILE',
    `PS0='\\e]7711;${word};begins\\a'`,
    `PS1='\\[\\e]7711;${word};waits;$?;$PWD\\a\\]\\w\\$ '`,
    "PS2='> '",
    '',
  ].join('\n');

function readMark(text: string): ShellMark | undefined {
  if (text === 'begins') return { type: 'begins' };
  const [, exitCode, cwd] = /^waits;(\d+);(.*)$/s.exec(text) ?? [];
  return exitCode === undefined || cwd === undefined ? undefined : { type: 'waits', exitCode: Number(exitCode), cwd };
}

/** Where at the end of the bytes a mark begins, or may begin. */
function beginningOf(opening: Buffer, bytes: Buffer, from: number): number {
  const whole = bytes.indexOf(opening, from);
  if (whole !== -1) return whole;
  for (let length = Math.min(opening.length - 1, bytes.length - from); length > 0; length -= 1) {
    const at = bytes.length - length;
    if (bytes.compare(opening, 0, length, at) === 0) return at;
  }
  return bytes.length;
}
