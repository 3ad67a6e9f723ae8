import type { Runner } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Shell, shells } from './shells.js';

/** `toolwright completion SHELL`. */
export const completionCommand: Runner = async ({ arguments: [name] }, { stdout }) => {
  for (const shell of shells) if (shell.name === name) stdout.write(renderScript(shell));
  return exitCodes.answered;
};

/** All the scripts do is ask `toolwright complete`, and put what it says into the words of their shell. */
function renderScript({ name, says, lines }: Shell): string {
  const head = [
    `# ${name} completion of toolwright, printed by: toolwright completion ${name}`,
    `# ${says}`,
    ...lines.map((line) => `#   ${line}`),
  ].join('\n');
  return `${name === 'zsh' ? '#compdef toolwright\n\n' : ''}${head}\n\n${bodies[name]}\n`;
}

/** Needs neither the package bash-completion nor what came after bash 3.2, the one of macOS. */
const bash = `_toolwright() {
  local paths prefix lead value word line=$\{COMP_LINE:0:COMP_POINT}
  COMPREPLY=()
  compopt -o nosort 2> /dev/null
  {
    IFS=' ' read -r paths prefix
    IFS= read -r lead
    IFS= read -r value
    while IFS= read -r word; do COMPREPLY[$\{#COMPREPLY[@]}]=$word; done
  } <<< "$(command toolwright complete bash -- "$\{line#*"$\{COMP_WORDS[0]}"}" "$2" < /dev/null 2> /dev/null)"
  [[ $\{COMPREPLY[*]} != *= ]] || compopt -o nospace 2> /dev/null
  case $paths in
    file) paths=-f ;;
    folder) paths=-d ;;
    *) return ;;
  esac
  while IFS= read -r word; do
    [[ -n $word ]] || continue
    line=$prefix$word
    line=$\{line#"$lead"}
    if ! compopt -o filenames 2> /dev/null; then
      # Before bash 4 names are quoted here; later versions do it, and put a slash behind folders.
      printf -v line %q "$line"
    elif [[ $line != "$word" && -d $word ]]; then
      # Of a part of a name bash cannot tell whether it is a folder.
      line+=/
      compopt -o nospace
    fi
    [[ -z $line ]] || COMPREPLY[$\{#COMPREPLY[@]}]=$line
  done <<< "$(compgen "$paths" -- "$value")"
}

complete -F _toolwright toolwright`;

/** Works as an autoloaded file of fpath, and when it is sourced after compinit. */
const zsh = `_toolwright() {
  local -a rows plain shown open described
  local paths prefix row value expl
  integer width
  rows=("$\{(@f)$(command toolwright complete zsh -- "$\{(@Q)words[2,CURRENT-1]}" "$\{(Q)PREFIX}" < /dev/null 2> /dev/null)}")
  paths=$\{rows[1]%% *} prefix=$\{rows[1]#* }
  shift rows
  compset -p $#prefix
  width=$\{#$\{(O)$\{rows%%$'\\t'*}//?/x}[1]}
  for row in $rows; do
    value=$\{row%%$'\\t'*}
    [[ $row == *$'\\t'* ]] && row="$\{(mr:width:)value%=}  -- $\{row#*$'\\t'}"
    if [[ $value == *= ]]; then
      open+=("$\{value%=}") described+=("$row")
    else
      plain+=("$value") shown+=("$row")
    fi
  done
  _wanted -V values expl value compadd -l -d shown -a plain
  # An equals sign goes again when a space follows.
  _wanted -V values expl value compadd -q -S = -l -d described -a open
  case $paths in
    (file) _files ;;
    (folder) _wanted directories expl folder _path_files -/ ;;
  esac
}

if [[ $funcstack[1] == _toolwright ]]; then
  _toolwright "$@"
else
  compdef _toolwright toolwright
fi`;

const fish = `function __toolwright
    set -l tokens (commandline -opc)
    set -l word (commandline -ct)
    set -l rows (command toolwright complete fish -- $tokens[2..-1] "$word" </dev/null 2>/dev/null)
    set -l head (string split -m 1 ' ' -- $rows[1]); or return
    set -e rows[1]
    set -l typed (string sub -s (math (string length -- "$head[2]") + 1) -- "$word")
    switch $head[1]
        case file
            set -a rows (__fish_complete_path "$typed")
        case folder
            set -a rows (__fish_complete_directories "$typed" '')
    end
    for row in $rows
        printf '%s%s\\n' "$head[2]" "$row"
    end
end

complete -c toolwright -f
complete -c toolwright -k -a '(__toolwright)'`;

const bodies = { bash, zsh, fish } as const;
