import type { ReadOptions } from '../../options.js';
import type { EffectSink } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { baseOf, below, isFolder } from './path-word.js';

/** What goes where. Of one source there may be two targets, where it cannot be told whether the last operand is a folder. */
export interface Passage {
  readonly source: Word;
  readonly target: Word;
}

/** Who goes where with `cp`, `mv`, `ln` and `install`: `-t FOLDER`, `-T`, or the last operand, a folder or not. */
export function passagesOf(
  options: ReadOptions,
  doing: EffectSink,
  nameOf: (source: Word) => Word = baseOf,
): readonly Passage[] {
  const folder = options.valuesOf('-t', '--target-directory').at(-1);
  if (folder !== undefined) {
    return options.operands.map((source) => ({ source, target: below(folder, nameOf(source)) }));
  }
  const operands = spreadLast(options.operands);
  const target = operands.at(-1);
  if (target === undefined) return [];
  const sources = operands.slice(0, -1);
  if (sources.length === 0) return target.splits === true ? [{ source: target, target }] : [];
  if (options.has('-T', '--no-target-directory')) return sources.map((source) => ({ source, target }));
  const many = sources.length > 1 || (sources[0]?.matches?.length ?? 1) > 1;
  const into = many || isFolder(target, doing);
  return sources.flatMap((source) => {
    const inside = { source, target: below(target, nameOf(source)) };
    if (into === true) return [inside];
    const unsure = into === undefined || source.splits === true;
    return unsure ? [{ source, target }, inside] : [{ source, target }];
  });
}

/** `mv *`: the last match is where the others go. */
function spreadLast(operands: readonly Word[]): readonly Word[] {
  const matches = operands.at(-1)?.matches ?? [];
  return matches.length === 0 ? operands : [...operands.slice(0, -1), ...matches.map(literal)];
}

/** Reports the file that an overwritten target is kept as. */
export function reportBackup(target: Word, options: ReadOptions, doing: EffectSink): void {
  const suffix = options.valuesOf('-S', '--suffix').at(-1);
  if (suffix === undefined && !options.has('-b', '--backup')) return;
  const text = suffix === undefined ? '~' : suffix.text;
  const known = target.text !== undefined && text !== undefined;
  doing.write({ text: known ? `${target.text}${text}` : undefined, source: `${target.source}~`, note: 'a backup' });
}
