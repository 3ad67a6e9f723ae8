import type { EffectSink, ProgramTable } from '../../program.js';
import type { Word } from '../../word.js';

/** Scripts that unpack files and hand them to another program. */
export const unpackingPrograms: ProgramTable = Object.fromEntries(
  'zgrep zegrep zfgrep zcmp zdiff zless zmore bzgrep bzegrep bzfgrep bzdiff bzless bzmore xzgrep xzegrep xzfgrep xzdiff xzless xzmore zstdgrep zstdless'
    .split(' ')
    .map((name) => [name, unpack]),
);

function unpack(args: readonly Word[], doing: EffectSink): void {
  doing.unknown('it is a script that runs other programs');
  for (const word of args) if (word.text?.startsWith('-') !== true) doing.read(word);
}
