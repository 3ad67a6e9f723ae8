import { shellQuote } from '../../base/shell-quote.js';
import type { ArgumentSpec, OptionSpec, ValueKind } from '../command.js';
import { optionForms } from '../option-words.js';
import type { CompletionTree, Place } from './completion-tree.js';
import { groupBy, scriptHead, valueWords } from './script.js';

/** Uses nothing that came after bash 3.2, the one of macOS, and nothing of the bash-completion package. */
export function renderBash(tree: CompletionTree): string {
  return `${[scriptHead('bash'), main(tree), wordTable(tree), optionTable(tree), valueTable(tree), helpers, registration].join('\n\n')}\n`;
}

const main = ({ places, valued }: CompletionTree): string => `_toolwright() {
  COMPREPLY=()
  local place= option= store= given=' ' only= value= quote= prefix= lead= word at count=0
  local -a words=()
  _toolwright_split
  local last=$(($\{#words[@]} - 1))
  for ((at = 0; at < last; at++)); do
    word=$\{words[at]}
    if [[ -n $option ]]; then
      [[ $option != --store ]] || _toolwright_store "$word"
      option=
    elif [[ -z $only && $word == -- ]]; then
      only=1
    elif [[ -z $only && $word == -?* ]]; then
      case $word in
        --store=*) _toolwright_unquote "$\{word#*=}"; store=$value ;;
        ${valued.map(shellQuote).join('|')}) option=$word ;;
      esac
      ${givenLine(places)}
    elif ((count > 0)); then
      count=$((count + 1))
    else
      case $\{place:+$place }$word in
        ${places
          .filter(({ name }) => name !== '')
          .map(({ name }) => shellQuote(name))
          .join('|')}) place=$\{place:+$place }$word ;;
        *) count=1 ;;
      esac
    fi
  done
  # What bash replaces is $2, which begins after the last = or : of the word.
  word=$\{words[last]}
  if [[ $word == *"$2" ]]; then
    _toolwright_unquote "$\{word%"$2"}"
    lead=$value
  fi
  _toolwright_unquote "$word"
  if [[ -z $only && -z $option && $value == --*=* ]]; then
    option=$\{value%%=*}
    prefix=$option=
    value=$\{value#*=}
  fi
  if [[ -n $option ]]; then
    given=' '
    _toolwright_value "$place:$option"
  elif [[ -z $only && $value == -* ]]; then
    _toolwright_options
  else
    ((count > 0)) || _toolwright_words
    _toolwright_value "$place:$count"
  fi
}`;

/** What was given is not offered again, unless it may be. */
function givenLine(places: readonly Place[]): string {
  const many = places.flatMap(({ options }) => options.filter((option) => option.many === true));
  const forms = [...new Set(many.flatMap(optionForms))];
  if (forms.length === 0) return `given="$given$\{word%%=*} "`;
  return `case $\{word%%=*} in ${forms.map(shellQuote).join('|')}) ;; *) given="$given$\{word%%=*} " ;; esac`;
}

const wordTable = ({ places }: CompletionTree): string => `_toolwright_words() {
  case $place in
${caseLines(
  places.filter(({ words }) => words.length > 0),
  ({ words }) => offer(words.map(({ word }) => word)),
)}
  esac
}`;

const optionTable = ({ places }: CompletionTree): string => `_toolwright_options() {
  case $place in
${caseLines(
  places.filter(({ options }) => options.length > 0),
  ({ options }) => offer(options.map(({ name }) => `--${name}`)),
)}
  esac
}`;

function caseLines(places: readonly Place[], bodyOf: (place: Place) => string): string {
  return groupBy(places, bodyOf)
    .map(([body, group]) => `    ${group.map(({ name }) => `'${name}'`).join('|')}) ${body} ;;`)
    .join('\n');
}

/** What may stand as the value of an option (PLACE:--NAME) or as an argument (PLACE:NUMBER). */
function valueTable({ places }: CompletionTree): string {
  const values = places.flatMap((place) => [
    ...place.options
      .filter(({ value }) => value !== undefined)
      .flatMap((option) => optionForms(option).map((form) => ({ spec: option, pattern: `'${place.name}:${form}'` }))),
    ...place.arguments.map((argument, at) => ({
      spec: argument,
      pattern: argument.many === true ? `'${place.name}:'[0-9]*` : `'${place.name}:${at}'`,
    })),
  ]);
  const groups = groupBy(values, ({ spec }) => valueBody(spec)).filter(([body]) => body !== '');
  const lines = groups.map(([body, group]) => `    ${group.map(({ pattern }) => pattern).join('|')}) ${body} ;;`);
  return `_toolwright_value() {\n  case $1 in\n${lines.join('\n')}\n  esac\n}`;
}

function valueBody(spec: OptionSpec | ArgumentSpec): string {
  const words = valueWords(spec);
  const parts = [words.length > 0 ? offer(words) : '', spec.kind === undefined ? '' : kindBodies[spec.kind]];
  return parts.filter((part) => part !== '').join('; ');
}

const kindBodies: Readonly<Record<ValueKind, string>> = {
  file: '_toolwright_files -f',
  folder: '_toolwright_files -d',
  env: '_toolwright_lines "$(compgen -e -- "$value")"',
  session: '_toolwright_ask session',
  model: '_toolwright_ask model',
  server: '_toolwright_ask server',
  profile: '_toolwright_ask profile',
};

const offer = (words: readonly string[]): string => `_toolwright_offer ${words.map(shellQuote).join(' ')}`;

const helpers = `# The words of the line as the program gets them, up to the cursor: bash splits them at = and : too.
_toolwright_split() {
  local rest=$\{COMP_LINE:0:COMP_POINT} part
  rest=$\{rest#*"$\{COMP_WORDS[0]}"}
  for ((at = 1; at <= COMP_CWORD; at++)); do
    part=$\{COMP_WORDS[at]}
    if [[ $rest == [[:space:]]* || $\{#words[@]} -eq 0 ]]; then
      rest=$\{rest#"$\{rest%%[![:space:]]*}"}
      words[$\{#words[@]}]=
    fi
    ((at < COMP_CWORD)) || part=$rest
    words[$\{#words[@]} - 1]+=$part
    rest=$\{rest#"$part"}
  done
}

# Sets value to what a quoted word means, and quote to the quote that is still open.
_toolwright_unquote() {
  local text=$1 char i
  value= quote=
  if (($\{#text} > 4096)); then
    value=$text
    return
  fi
  for ((i = 0; i < $\{#text}; i++)); do
    char=$\{text:i:1}
    if [[ $char == "$quote" ]]; then
      quote=
    elif [[ $char == \\\\ && $quote != "'" ]]; then
      i=$((i + 1))
      value+=$\{text:i:1}
    elif [[ -z $quote && $char == [\\'\\"] ]]; then
      quote=$char
    else
      value+=$char
    fi
  done
}

_toolwright_store() {
  _toolwright_unquote "$1"
  store=$value
  [[ $1 != '~/'* ]] || store=$HOME/$\{store#'~/'}
}

# Offers those of the words that begin as the value does, quoted as it is.
_toolwright_offer() {
  local offered
  for offered in "$@"; do
    [[ $offered == "$value"* && $given != *" $offered "* ]] || continue
    offered=$prefix$offered
    offered=$\{offered#"$lead"}
    [[ -n $offered ]] || continue
    case $quote in
      '') printf -v offered %q "$offered" ;;
      \\') offered=$\{offered//\\'/\\'\\\\\\'\\'} ;;
      *)
        offered=$\{offered//\\\\/\\\\\\\\}
        offered=$\{offered//\\"/\\\\\\"}
        offered=$\{offered//\\$/\\\\\\$}
        offered=$\{offered//\\\`/\\\\\\\`}
        ;;
    esac
    COMPREPLY[$\{#COMPREPLY[@]}]=$offered
  done
}

_toolwright_lines() {
  local line
  while IFS= read -r line; do
    [[ -z $line ]] || _toolwright_offer "$\{line%%$'\\t'*}"
  done <<< "$1"
}

_toolwright_files() {
  local line name
  # Before bash 4 names are quoted here; later versions do it, and put a slash behind folders.
  if ! compopt -o filenames 2> /dev/null; then
    _toolwright_lines "$(compgen "$1" -- "$value")"
    return
  fi
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    name=$prefix$line
    name=$\{name#"$lead"}
    # Of a part of a name nobody can tell whether it is a folder.
    if [[ $name != "$line" && -d $line ]]; then
      name+=/
      compopt -o nospace
    fi
    [[ -z $name ]] || COMPREPLY[$\{#COMPREPLY[@]}]=$name
  done <<< "$(compgen "$1" -- "$value")"
}

_toolwright_ask() {
  compopt -o nosort 2> /dev/null
  _toolwright_lines "$(command toolwright completion values "$1" $\{store:+"--store=$store"} < /dev/null 2> /dev/null)"
}`;

const registration = 'complete -F _toolwright toolwright';
