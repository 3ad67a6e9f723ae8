import { type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink } from '../../program.js';
import { likely, literal, unknownWord, type Word } from '../../word.js';
import { type AwkEffect, parseAwkProgram } from './awk-program.js';
import { readFiles } from './reader.js';

/** POSIX, gawk 5.2 and mawk 1.3.4 together. */
const options = {
  flags:
    '-b --characters-as-bytes -c --traditional -C --copyright -h --help -k --csv -M --bignum -n --non-decimal-data -N --use-lc-numeric -O --optimize -P --posix -r --re-interval -s --no-optimize -S --sandbox -t --lint-old -V --version',
  values: '-F --field-separator -v --assign -e --source -f --file -i --include -l --load -E --exec -W',
  optional: '-L --lint -o --pretty-print -p --profile -d --dump-variables -D --debug',
  stopsAtOperand: true,
};

/** `awk`: its program is read for what it reads, writes and runs beside its input. */
export function awk(args: readonly Word[], doing: EffectSink): void {
  const read = readOptions(args, options, doing);
  if (read.has('--help --version -h -V')) return;
  reportOptions(read, doing);
  const named = read.has('-e --source -f --file -E --exec');
  const programs = named ? read.valuesOf('-e --source') : read.operands.slice(0, 1);
  for (const program of programs) {
    if (program.text === undefined || program.matches !== undefined) {
      doing.inline(`the awk program ${program.source} is only known at run time`);
    }
    for (const effect of parseAwkProgram(likely(program))) reportEffect(effect, doing);
  }
  // In awk an operand of the form `name=value` is no file.
  const files = (named ? read.operands : read.operands.slice(1)).filter(
    ({ text, matches }) => matches !== undefined || !/^[A-Za-z_]\w*=/.test(text ?? ''),
  );
  for (const { text = '' } of files) reportNet(text, doing);
  readFiles(files, doing);
  if (!read.valuesOf('-i --include').some((file) => likely(file).includes('inplace'))) return;
  for (const file of files) doing.write(file);
}

function reportOptions(read: ReadOptions, doing: EffectSink): void {
  for (const file of read.valuesOf('-f --file -E --exec')) {
    if (file.text !== '-') doing.read(file);
    doing.unknown(`what awk does is written in ${likely(file)}`);
  }
  for (const file of read.valuesOf('-i --include -l --load')) doing.unknown(`awk loads ${likely(file)}`);
  for (const { name, value } of read.given) {
    if (['-o', '--pretty-print', '-p', '--profile'].includes(name)) doing.write(value ?? literal('awkprof.out'));
    if (['-d', '--dump-variables'].includes(name)) doing.write(value ?? literal('awkvars.out'));
    if (['-D', '--debug'].includes(name)) doing.unknown('awk starts its debugger');
    if (
      name === '-W' &&
      !/^(v|version|help|usage|interactive|posix|posix_space|(sprintf|random)=\d+)$/.test(value?.text ?? '')
    ) {
      doing.unknown(`the option -W ${likely(value ?? literal(''))} is not one whose doing is known`);
    }
  }
}

function reportEffect(effect: AwkEffect, doing: EffectSink): void {
  if (effect.kind === 'unknown') doing.inline(effect.note);
  else if (effect.kind === 'environment') doing.secret('the environment');
  else if (effect.kind !== 'run') reportFile(effect.kind, effect.target, doing);
  else if (effect.target === undefined) doing.unread('awk runs a command that it puts together itself');
  else {
    reportNet(effect.target, doing);
    doing.script(literal(effect.target), { input: { kind: 'piped' } });
    doing.unknown(`awk runs the command ${effect.target}`);
  }
}

function reportFile(kind: 'read' | 'write', path: string | undefined, doing: EffectSink): void {
  // Not every awk takes `-` for its output: mawk makes a file of that name.
  if ((path === '-' && kind === 'read') || /^\/dev\/std(?:in|out|err)$/.test(path ?? '')) return;
  if (path !== undefined) reportNet(path, doing);
  const word =
    path === undefined ? unknownWord(`the awk program names the file it ${kind}s at run time`) : literal(path);
  if (kind === 'read') doing.read(word);
  else doing.write(word);
}

/** gawk connects when a file is named `/inet/tcp/0/host/port`. */
function reportNet(path: string, doing: EffectSink): void {
  const [, host, port] = /^\/inet[46]?\/(?:tcp|udp)\/[^/]*\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  if (host !== undefined) doing.net(literal(`${host}:${port}`));
}
