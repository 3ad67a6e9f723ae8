import { shellQuote } from '../../base/shell-quote.js';
import type { ArgumentSpec, OptionSpec } from '../command.js';
import { helpOf, optionForms } from '../option-words.js';
import type { CompletionTree, Place } from './completion-tree.js';
import { groupBy, scriptHead, valueWords } from './script.js';

/** Works as an autoloaded file of fpath, and when it is sourced after compinit. */
export function renderZsh(tree: CompletionTree): string {
  return `${['#compdef toolwright', scriptHead('zsh'), main(tree), wordTable(tree), helpers, start].join('\n\n')}\n`;
}

const main = ({ places, valued }: CompletionTree): string => `_toolwright() {
  local curcontext=$curcontext place= option= only= word
  integer at count=0
  local -a line
  typeset -A opt_args
  for ((at = 2; at < CURRENT; at++)); do
    word=$\{(Q)words[at]}
    if [[ -n $option ]]; then
      option=
    elif [[ -z $only && $word == -- ]]; then
      only=1
    elif [[ -z $only && $word == (${valued.map(shellQuote).join('|')}) ]]; then
      option=$word
    elif [[ -n $only || $word != -?* ]] && ((count == 0)); then
      case $\{place:+$place }$word in
        (${places
          .filter(({ name }) => name !== '')
          .map(({ name }) => shellQuote(name))
          .join('|')}) place=$\{place:+$place }$word ;;
        (*) count=1 ;;
      esac
    fi
  done
  case $place in
${groupBy(places, specLines)
  .map(
    ([specs, group]) =>
      `    (${group.map(({ name }) => `'${name}'`).join('|')})\n      _arguments -s -S : \\\n${specs} ;;`,
  )
  .join('\n')}
  esac
}`;

/** What _arguments is told of a place: its options, the words that led there, and what may follow. */
function specLines({ name, words, arguments: wanted, options }: Place): string {
  const passed = name === '' ? 0 : name.split(' ').length;
  const follows = words.length > 0 ? [{ name: 'command', required: false }] : [];
  const rest: readonly ArgumentSpec[] = wanted.length > 0 ? wanted : follows;
  const specs = [
    ...options.flatMap(optionSpecs),
    ...Array.from({ length: passed }, (_, at) => `${at + 1}:: : `),
    ...rest.map((argument, at) => {
      const place = argument.many === true ? '*' : passed + at + 1;
      return `${place}:${plain(argument.name)}:${actionOf(argument, at === 0 && words.length > 0)}`;
    }),
  ];
  return specs.map((spec) => `        ${quote(spec)}`).join(' \\\n');
}

function optionSpecs(option: OptionSpec): readonly string[] {
  const forms = optionForms(option);
  const once = option.many === true ? '*' : `(${forms.join(' ')})`;
  return forms.map((form) => {
    const said = `[${bracketed(helpOf(option))}]`;
    if (option.value === undefined) return `${once}${form}${said}`;
    return `${once}${form}${form.startsWith('--') ? '=' : '+'}${said}:${plain(option.value)}:${actionOf(option, false)}`;
  });
}

/**
 * Called as it stands, for a space is before it. Where nothing is known of a value its name is shown; not of an argument,
 * in whose place an option may stand: what is shown there would keep that from being completed.
 */
function actionOf(spec: OptionSpec | ArgumentSpec, leadsOn: boolean): string {
  const words = valueWords(spec);
  const value = words.length > 0 || spec.kind !== undefined;
  if (!value && !leadsOn) return 'required' in spec ? '()' : ' ';
  const parts = [leadsOn ? '_toolwright_words' : '_toolwright_value', spec.kind ?? '-', ...words.map(shellQuote)];
  return ` ${plain(parts.join(' '))}`;
}

const wordTable = ({ places }: CompletionTree): string => `_toolwright_words() {
  local -a list
  case $place in
${groupBy(
  places.filter(({ words }) => words.length > 0),
  ({ words }) => words.map(({ word, says }) => `      ${quote(`${plain(word)}:${says}`)}`).join('\n'),
)
  .map(([lines, group]) => `    (${group.map(({ name }) => `'${name}'`).join('|')}) list=(\n${lines}\n    ) ;;`)
  .join('\n')}
  esac
  _describe -t commands command list
  _toolwright_value "$@"
}`;

/** A colon ends a part of a spec. */
const plain = (text: string): string => text.replaceAll(':', '\\:');
const bracketed = (text: string): string => text.replaceAll(/[\\[\]:]/g, '\\$&');
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const helpers = `# Offers the values of a kind ($1; - for none), and the words after it.
_toolwright_value() {
  local kind=$1 expl
  shift
  (($# == 0)) || _wanted values expl value compadd -- "$@"
  case $kind in
    (file) _files ;;
    (folder) _wanted directories expl folder _path_files -/ ;;
    (env) _parameters -g '*export*' ;;
    (session|model|server|profile) _toolwright_ask $kind ;;
  esac
}

_toolwright_ask() {
  local expl row
  local -a rows values shown store
  [[ -z $opt_args[--store] ]] || store=(--store=$\{$\{(Q)opt_args[--store]}/#\\~\\//$HOME/})
  rows=($\{(f)"$(command toolwright completion values $1 $store < /dev/null 2> /dev/null)"})
  values=($\{rows%%$'\\t'*})
  integer width=$\{#$\{(O)values//?/x}[1]}
  for row in $rows; do
    [[ $row == *$'\\t'* ]] && row="$\{(mr:width:)row%%$'\\t'*}  -- $\{row#*$'\\t'}"
    shown+=("$row")
  done
  _wanted -V $1 expl $1 compadd -l -d shown -a values
}`;

const start = `if [[ $funcstack[1] == _toolwright ]]; then
  _toolwright "$@"
else
  compdef _toolwright toolwright
fi`;
