import type { ArgumentSpec, OptionSpec, ValueKind } from '../command.js';
import { helpOf } from '../option-words.js';
import type { CompletionTree, Place } from './completion-tree.js';
import { groupBy, scriptHead, valueWords } from './script.js';

export function renderFish(tree: CompletionTree): string {
  const { places } = tree;
  const lines = [...places.flatMap(wordLines), ...optionLines(places), ...places.flatMap(argumentLines)];
  return `${[scriptHead('fish'), parser(tree), helpers, `complete -c toolwright -f\n${lines.join('\n')}`].join('\n\n')}\n`;
}

const parser = ({
  places,
  valued,
}: CompletionTree): string => `# Finds what the words so far name (place) and how many arguments follow it (count).
function __toolwright_read
    set -l tokens (commandline -opc)
    set -l known (string escape -- $tokens | string join ' ')
    set -e tokens[1]
    test "$known" = "$__toolwright_known"; and set -q __toolwright_place; and return
    set -g __toolwright_known "$known"
    set -g __toolwright_place
    set -g __toolwright_count 0
    set -g __toolwright_store
    set -l option
    set -l only
    for token in $tokens
        if test -n "$option"
            test "$option" = --store; and set -g __toolwright_store (string replace -r '^~/' "$HOME/" -- $token)
            set option
            continue
        end
        if test -z "$only"
            switch $token
                case --
                    set only 1
                    continue
                case ${valued.map(quote).join(' ')}
                    set option $token
                    continue
                case '--store=*'
                    set -g __toolwright_store (string replace -- --store= '' $token)
                    continue
                case -
                case '-*'
                    continue
            end
        end
        if test $__toolwright_count -eq 0
            switch "$__toolwright_place $token"
                case ${places
                  .filter(({ name }) => name !== '')
                  .map(({ name }) => quote(name.includes(' ') ? name : ` ${name}`))
                  .join(' ')}
                    set -g __toolwright_place (string trim -- "$__toolwright_place $token")
                    continue
            end
        end
        set -g __toolwright_count (math $__toolwright_count + 1)
    end
end`;

const helpers = `# Whether the words so far name one of these.
function __toolwright_in
    __toolwright_read
    contains -- "$__toolwright_place" $argv
end

# Whether they name $argv[1], with $argv[2] arguments after it; with +, as many or more.
function __toolwright_at
    __toolwright_read
    test "$__toolwright_place" = "$argv[1]"; or return
    test $__toolwright_count -eq $argv[2]; or test "$argv[3]" = +; and test $__toolwright_count -ge $argv[2]
end

function __toolwright_ask
    __toolwright_read
    set -l store
    test -n "$__toolwright_store"; and set store --store=$__toolwright_store
    command toolwright completion values $argv[1] $store </dev/null 2>/dev/null
end`;

const wordLines = ({ name, words }: Place): readonly string[] =>
  words.map(({ word, says }) =>
    complete(`__toolwright_at ${quote(name)} 0`, [`-a ${quote(word)}`, `-d ${quote(says)}`]),
  );

/** One line an option, for all the places that have it. */
function optionLines(places: readonly Place[]): readonly string[] {
  const all = places.flatMap(({ name, options }) => options.map((option) => ({ name, option })));
  return groupBy(all, ({ option }) => optionWords(option).join(' ')).map(([text, group]) =>
    complete(`__toolwright_in ${group.map(({ name }) => quote(name)).join(' ')}`, [text]),
  );
}

function optionWords(option: OptionSpec): readonly string[] {
  const { name, short, value } = option;
  return [
    ...(short === undefined ? [] : [`-s ${short}`]),
    `-l ${name}`,
    ...(value === undefined ? [] : [option.kind === 'file' ? '-r -F' : '-x', ...valueFlags(option)]),
    `-d ${quote(helpOf(option))}`,
  ];
}

const argumentLines = ({ name, arguments: wanted }: Place): readonly string[] =>
  wanted.flatMap((argument, at) => {
    const flags = [...(argument.kind === 'file' ? ['-F'] : []), ...valueFlags(argument)];
    const more = argument.many === true ? ' +' : '';
    return flags.length === 0 ? [] : [complete(`__toolwright_at ${quote(name)} ${at}${more}`, flags)];
  });

function valueFlags(spec: OptionSpec | ArgumentSpec): readonly string[] {
  const words = [...valueWords(spec).map(quote), spec.kind === undefined ? '' : kindWords[spec.kind]];
  const list = words.filter((word) => word !== '').join(' ');
  const isOrdered = spec.kind === 'session' || spec.kind === 'model';
  return [...(isOrdered ? ['-k'] : []), ...(list === '' ? [] : [`-a ${quote(list)}`])];
}

const kindWords: Readonly<Record<ValueKind, string>> = {
  file: '',
  folder: '(__fish_complete_directories)',
  env: '(set --names --export)',
  session: '(__toolwright_ask session)',
  model: '(__toolwright_ask model)',
  server: '(__toolwright_ask server)',
  profile: '(__toolwright_ask profile)',
};

const complete = (when: string, flags: readonly string[]): string =>
  `complete -c toolwright -n ${quote(when)} ${flags.join(' ')}`;

/** A word as fish reads it back. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll(/[\\']/g, '\\$&')}'`;
