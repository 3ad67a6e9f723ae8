import { wordSet } from '../../../../base/words.js';
import { eachMatch } from '../../options.js';
import type { EffectSink } from '../../program.js';
import type { Word } from '../../word.js';

const fileTests = wordSet('-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S');
const fileComparisons = new Set(['-ef', '-nt', '-ot']);
const numberComparisons = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const textComparisons = new Set(['=', '==', '!=', '<', '>']);
const joints = new Set(['-a', '-o', '!', '(']);

/**
 * `test` and `[`: which files it asks about. `-v` and `-R` look a variable up, and a subscript in its name runs code;
 * so might a number that is none, in shells other than bash.
 */
export function reportTest(args: readonly Word[], doing: EffectSink): void {
  for (const { text, splits, source } of args) {
    if (text === undefined && splits === true && !/^\$([?#$!]|\{#\w+\})$/.test(source)) {
      doing.unknown(`${source} may become several words of the test`);
    }
    if (text === undefined && setting.test(source)) doing.unknown(`${source} can set a variable`);
  }
  const list = eachMatch(args);
  for (let at = 0; at < list.length; at += 1) at += reportOne(list, at, doing);
}

/** `${name:=value}`, and arithmetic, wherever it stands in the word: what runs next could be another program. */
const setting = /\$\{\w+(?:\[[^\]]*\])?:?=|\$\(\(|\$\[/;

/** Answers how many words beyond this one belong to it. */
function reportOne(list: readonly Word[], at: number, doing: EffectSink): number {
  const word = list[at] as Word;
  const { text = '' } = word;
  const [operand, right] = [list[at + 1], list[at + 2]];
  if (right !== undefined && reportComparison(word, operand?.text ?? '', { right, doing })) return 2;
  if (operand === undefined) return 0;
  if (text === '-v' || text === '-R') {
    if (!/^[A-Za-z_]\w*$|^\d+$/.test(operand.text ?? '')) doing.unread(`test ${text} runs what stands in a subscript`);
    return 1;
  }
  const begins = at === 0 || joints.has(list[at - 1]?.text ?? '');
  if (!begins && joints.has(text)) return 0;
  if (fileTests.has(text)) {
    doing.read(operand, { namesOnly: true });
    return 1;
  }
  if (['-n', '-z', '-t', '-o'].includes(text)) return 1;
  if (word.text === undefined) doing.unknown(`${word.source} may be an operator of the test`);
  return 0;
}

/** The files that `[[ … ]]` asks about, of its words. */
export const filesOfTest = (words: readonly Word[]): readonly Word[] =>
  words.filter((_word, at) => {
    const [before = '', behind = ''] = [words[at - 1]?.text, words[at + 1]?.text];
    return fileTests.has(before) || fileComparisons.has(before) || fileComparisons.has(behind);
  });

/** What `[[ … ]]` compares as a number though it is none: a variable of that name is evaluated. */
export const namesCompared = (words: readonly Word[]): boolean =>
  words.some(
    ({ text = '' }, at) =>
      numberComparisons.has(text) &&
      [words[at - 1], words[at + 1]].some((word) => !/^[-+]?\d+$/.test(word?.text ?? '')),
  );

interface Comparing {
  readonly right: Word;
  readonly doing: EffectSink;
}

/** Answers whether it is one. */
function reportComparison(left: Word, operator: string, { right, doing }: Comparing): boolean {
  if (fileComparisons.has(operator)) for (const file of [left, right]) doing.read(file, { namesOnly: true });
  else if (numberComparisons.has(operator)) for (const number of [left, right]) doubtNumber(number, doing);
  else return textComparisons.has(operator);
  return true;
}

function doubtNumber({ text }: Word, doing: EffectSink): void {
  if (text !== undefined && !/^\s*[-+]?\d+\s*$|^[A-Za-z_]\w*$|^$/.test(text)) {
    doing.unread(`a test of numbers with ${text} may run code`);
  }
}
