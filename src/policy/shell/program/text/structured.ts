import { wordsOf } from '../../../../base/words.js';
import { isFailure } from '../../../../tool/outcome.js';
import { placed, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { absolutePath } from '../../shell.js';
import { likely, type Word } from '../../word.js';
import { namesInFilter } from './jq-filter.js';
import { reader, readFiles } from './reader.js';

/** Programs that read JSON, YAML and XML. */
export const structuredPrograms: ProgramTable = {
  'jq gojq jaq': jq,
  yq,
  gron: reader({
    flags: '-u --ungron -v --values -c --colorize -m --monochrome -s --stream -j --json --no-sort',
    operands: 'text',
    also: reportInputs,
  }),
  xmllint: reader({
    flags:
      '--format --noout --recover --noblanks --nocdata --c14n --c14n11 --exc-c14n --html --htmlout --xmlout --nowarning --noerr --debug --nonet --version --timing --stream --nsclean --compress --huge --nodict --dropdtd --sax1 --push --memory --copy --repeat --oldxml10 --noenc --nowrap --pedantic --nocompact -format -noout --shell --noent --valid --postvalid --loaddtd --dtdattr --insert --xinclude --noxincludenode --catalogs --nocatalogs --testIO',
    values:
      '--xpath --encode --pretty --maxmem --pattern --dtdvalid --dtdvalidfpi --schema --relaxng --schematron --path',
    writes: '--output -o',
    noClusters: true,
    operands: 'text',
    odd: Object.fromEntries(
      wordsOf(
        '--shell --noent --valid --postvalid --loaddtd --dtdattr --xinclude --catalogs --testIO --dtdvalid --dtdvalidfpi --schema --relaxng --schematron --path',
      ).map((name) => [name, `with ${name} it loads what other files name`]),
    ),
    also: reportInputs,
  }),
};

/** A file, or an address it fetches. */
function reportInputs({ operands }: ReadOptions, doing: EffectSink): void {
  for (const input of operands) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(likely(input))) doing.net(input);
    else if (input.text !== '-') doing.read(input);
  }
}

const jqOptions = {
  flags:
    '-s --slurp -r --raw-output --raw-output0 -c --compact-output -C --color-output -M --monochrome-output -a --ascii-output -n --null-input -f --from-file -S --sort-keys -e --exit-status -j --join-output -R --raw-input --unbuffered --stream --stream-errors --seq --tab --args --jsonargs -h --help -V --version --build-configuration -b --binary --debug-dump-disasm --debug-trace',
  values: '--indent -L --library-path',
};

function jq(args: readonly Word[], doing: EffectSink): void {
  const { rest, files } = takePairs(args);
  const read = readOptions(rest, jqOptions, doing);
  readFiles(files, doing);
  if (read.has('--help --version -h -V --build-configuration')) return;
  const operands = placed(read.operands, doing);
  if (read.has('-L --library-path')) doing.unknown('jq may load modules from other folders');
  if (read.has('-f --from-file')) {
    doing.unknown('what jq does is written in a file');
    readFiles(operands, doing);
    return;
  }
  const [filter, ...inputs] = operands;
  if (filter !== undefined) reportFilter(filter, doing);
  const textsFrom = rest.findIndex(({ text }) => text === '--args' || text === '--jsonargs');
  if (textsFrom === -1) readFiles(inputs, doing);
  // Behind --args operands are text; those before it are files still.
  else
    readFiles(
      read.operands.slice(1).filter((word) => rest.indexOf(word) < textsFrom),
      doing,
    );
}

const pairs = new Set(['--arg', '--argjson', '--slurpfile', '--rawfile', '--argfile']);

/** Parts the options with a name and a value (`--arg name value`) from the rest. */
function takePairs(args: readonly Word[]): { readonly rest: readonly Word[]; readonly files: readonly Word[] } {
  const rest: Word[] = [];
  const files: Word[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as Word;
    const { text = '' } = word;
    const value = args[at + 2];
    if (text === '--') return { rest: [...rest, ...args.slice(at)], files };
    if (!pairs.has(text) || value === undefined) rest.push(word);
    else {
      if (!text.startsWith('--arg') || text === '--argfile') files.push(value);
      at += 2;
    }
  }
  return { rest, files };
}

function reportFilter(filter: Word, doing: EffectSink): void {
  if (filter.text === undefined) doing.unknown(`the filter ${filter.source} is only known at run time`);
  const names = namesInFilter(likely(filter));
  if (names === undefined) doing.unknown('the filter cannot be read');
  if (names?.some((name) => /^(\$?ENV|(\w+::)*env)$/.test(name))) doing.secret('the environment');
  if (names?.some((name) => ['repeat', 'infinite'].includes(name))) doing.unknown('the filter may not end by itself');
  const loads = names?.find((name) => ['import', 'include', 'modulemeta', 'get_search_list'].includes(name));
  if (loads !== undefined) doing.unknown(`the filter loads modules: ${loads}`);
}

/** Two programs go by this name: kislyuk's wraps jq, mikefarah's is one of its own. Only what both do alike is known. */
const yqOptions = {
  flags:
    '-r --raw-output -c --compact-output -C --colors -M --no-colors -n --null-input -S --sort-keys -e --exit-status -j --tojson -y -Y --yaml-output --yaml-roundtrip --yml-output --yml-roundtrip -P --prettyPrint -N --no-doc -i --inplace --in-place --unwrapScalar -v --verbose -V --version -h --help -0 --nul-output --indentless --indentless-lists --xml-output -x --toml-output -t --arg --argjson',
  values:
    '-o --output-format -p --input-format -I --indent -w --width --yaml-output-grammar-version --yml-out-ver --expression --lua-prefix --csv-separator',
};

function yq(args: readonly Word[], doing: EffectSink): void {
  const read = readOptions(args, yqOptions, doing);
  if (read.has('--help --version -V')) return;
  const operands = placed(read.operands, doing);
  const named = ['eval', 'e', 'eval-all', 'ea'].includes(operands[0]?.text ?? '');
  const given = read.valuesOf('--expression');
  const [filter, ...files] = given.length > 0 ? [...given, ...operands] : named ? operands.slice(1) : operands;
  if (read.has('--arg --argjson')) doing.unknown('which words are files cannot be told');
  if (filter !== undefined) reportYqFilter(filter, doing);
  const inPlace = read.has('-i --inplace --in-place');
  for (const file of files) {
    if (inPlace) doing.write(file);
    else if (file.text !== '-') doing.read(file);
  }
}

function reportYqFilter(filter: Word, doing: EffectSink): void {
  reportFilter(filter, doing);
  const text = likely(filter);
  // mikefarah's takes what names a file for one, and for a script when it ends in .yq.
  if (/^[\w./~@+-]*\w[\w./~@+-]*$/.test(text) && mayExist(text, doing)) doing.read(filter);
  if (text.endsWith('.yq')) doing.unknown(`what yq does is written in ${text}`);
  const names = namesInFilter(text) ?? [];
  const reaching = names.find((name) =>
    /^(load\w*|str_?env|env\w*|system|eval|import|include|input_?line)$/i.test(name),
  );
  if (reaching !== undefined) doing.unknown(`the filter reaches beyond its input: ${reaching}`);
  if (text.includes('#')) doing.unknown('the filter has a comment, which not every yq reads alike');
}

function mayExist(path: string, { cwd, context }: EffectSink): boolean {
  if (cwd === undefined) return true;
  const place = context.resolve(absolutePath(path, { cwd }));
  return isFailure(place) || place.kind !== 'missing';
}
