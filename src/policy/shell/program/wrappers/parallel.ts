import { asksOnly, type ReadOptions } from '../../options.js';
import type { EffectSink, Program } from '../../program.js';
import { joinWords, likely, literal, unknownWord, type Word } from '../../word.js';
import { runInput } from './run-input.js';
import { readWrapperOptions } from './wrapping.js';

const spec = {
  flags:
    '-0 --null -k --keep-order -m -X -q --quote -r --no-run-if-empty -t --verbose -v --dry-run --bar --eta --progress --tag --line-buffer --lb -u --ungroup --group --pipe --pipepart --will-cite --resume --resume-failed --shuf --semaphore --fg --bg --wait --no-notice --silent --plus --link --xapply',
  values:
    '-a --arg-file -j -P --jobs --max-procs -N -n --max-args --max-replace-args -L --max-lines -I -C --colsep -d --delimiter --delay --timeout --retries --results --joblog --tmpdir --workdir --wd -S --sshlogin --sshloginfile --slf --env --halt --nice --block --load --memfree --recstart --recend --tagstring --shebang --basefile --bf --return --transferfile --profile -J --id',
  stopsAtOperand: true,
} as const;

const sources = [':::', ':::+', '::::', '::::+'];
const places = ['{}', '{.}', '{/}', '{//}', '{/.}', '{1}', '{2}', '{3}'];
const maxScripts = 64;

export const parallel: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -V -h')) return;
  doing.unknown('`parallel` builds its commands from its input and hands them to a shell');
  const { options } = readWrapperOptions(args, spec, doing);
  reportOptions(options, doing);
  const end = options.operands.findIndex(({ text }) => text !== undefined && sources.includes(text));
  const command = end === -1 ? options.operands : options.operands.slice(0, end);
  const items = itemsOf(end === -1 ? [] : options.operands.slice(end), doing);
  if (command.length === 0) {
    for (const item of items) doing.script(item);
    if (items.length === 0) runInput('parallel', doing);
    return;
  }
  const added = items.length > 0 ? items : [unknownWord('what `parallel` adds comes from its input')];
  for (const item of added) doing.script(joinWords(withItem(command, item)));
};

function reportOptions({ valuesOf, has }: ReadOptions, doing: EffectSink): void {
  for (const file of valuesOf('-a --arg-file --sshloginfile --slf')) doing.read(file);
  for (const file of valuesOf('--joblog')) doing.write(file);
  for (const folder of valuesOf('--results')) doing.write(folder, { deep: true });
  if (has('-S --sshlogin --sshloginfile --slf')) doing.unread('the commands run on other machines');
}

/** What follows `:::` itself; what follows `::::` are files that are read. */
function itemsOf(words: readonly Word[], doing: EffectSink): readonly Word[] {
  const items: Word[] = [];
  let files = false;
  for (const word of words) {
    if (word.text !== undefined && sources.includes(word.text)) files = word.text.startsWith('::::');
    else if (files) doing.read(word);
    else items.push(word);
  }
  return items.slice(0, maxScripts);
}

function withItem(command: readonly Word[], item: Word): readonly Word[] {
  const used = command.some(({ text }) => text !== undefined && places.some((place) => text.includes(place)));
  if (!used) return [...command, item];
  return command.map((word) => {
    const { text } = word;
    if (text === undefined || !places.some((place) => text.includes(place))) return word;
    const put = places.reduce((sum, place) => sum.replaceAll(place, () => likely(item)), text);
    return item.text === undefined ? { ...item, source: word.source, guess: put } : literal(put);
  });
}
