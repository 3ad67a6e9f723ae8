import type { ReadOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { reader } from './reader.js';

/** Programs that show a file page by page. Without a terminal they print it whole. */
export const pagingPrograms: ProgramTable = {
  less: reader({
    flags:
      '-? -a --search-skip-screen -A --SEARCH-SKIP-SCREEN -B --auto-buffers -c --clear-screen -C -d --dumb -e -E --quit-at-eof --QUIT-AT-EOF -f --force -F --quit-if-one-screen -g --hilite-search -G --HILITE-SEARCH -i --ignore-case -I --IGNORE-CASE -J --status-column -K --quit-on-intr -L --no-lessopen -m -M --long-prompt --LONG-PROMPT -n -N --line-numbers --LINE-NUMBERS -q -Q --quiet --QUIET --silent --SILENT -r -R --raw-control-chars --RAW-CONTROL-CHARS -s --squeeze-blank-lines -S --chop-long-lines -u -U --underline-special --UNDERLINE-SPECIAL -V -w --hilite-unread -W --HILITE-UNREAD -X --no-init -~ --tilde --file-size --incsearch --mouse --no-keypad --no-histdups --use-color --use-backslash',
    values:
      '-b --buffers -D --color -h --max-back-scroll -j --jump-target -k --lesskey-file --lesskey-src -p --pattern -P --prompt -t --tag -T --tag-file -x --tabs -y --max-forw-scroll -z --window -# --shift --line-num-width --rscroll --status-col-width --wheel-lines',
    writes: '-o --log-file -O --LOG-FILE',
    numbers: true,
    stopsAtOperand: true,
    operands: 'text',
    odd: { '-k --lesskey-file --lesskey-src -t --tag -T --tag-file': 'it is steered by a key or tag file' },
    also: (read, doing) => {
      doubtLessEnv(read, doing);
      readPaged(read, doing);
    },
  }),
  more: reader({
    flags:
      '-d --silent -f --logical -l --no-pause -c --print-over -p --clean-print -e --exit-on-eof -s --squeeze -u --plain -h -V',
    values: '-n --lines',
    numbers: true,
    stopsAtOperand: true,
    operands: 'text',
    also: readPaged,
  }),
  most: reader({ flags: '-1 -4 -b -C -d -k -M -r -s -t -u -v -w -z', operands: 'text', also: readPaged }),
  'bat batcat': reader({
    flags:
      '-A --show-all -p --plain -d --diff -n --number -f --force-colorization -s --squeeze-blank -P -L --list-languages --list-themes -u --unbuffered -S --chop-long-lines --no-config --no-custom-assets --acknowledgements --set-terminal-title -h -V --lessopen --no-lessopen --no-paging --diagnostic --generate-config-file --config-file --config-dir --cache-dir',
    values:
      '--nonprintable-notation --binary -l --language -H --highlight-line --file-name --diff-context --tabs --wrap --terminal-width --color --italic-text --decorations --paging --pager -m --map-syntax --ignored-suffix --theme --theme-light --theme-dark --squeeze-limit --strip-ansi --style -r --line-range --completion',
    operands: 'text',
    odd: {
      '--pager': 'it runs the pager that is named',
      '--lessopen': 'it runs what the variable LESSOPEN names on each file',
      '--generate-config-file': 'it writes its config file',
    },
    also: (read, doing) => {
      const { operands } = read;
      if (operands[0]?.text === 'cache') doing.unknown('it rebuilds its cache');
      const steering = ['BAT_CONFIG_PATH', 'BAT_CONFIG_DIR', 'BAT_OPTS'].filter(
        (name) => (doing.context.env[name] ?? '') !== '',
      );
      for (const name of steering) doing.unknown(`it is steered by the variable ${name}`);
      for (const pager of read.valuesOf('--pager')) doing.script(pager);
      if (read.valuesOf('--paging').some(({ text }) => text !== 'never' && text !== 'auto')) {
        doing.unknown('it runs a pager, also without a terminal');
      }
      for (const file of operands) if (file.text !== '-') doing.read(file);
    },
  }),
};

/** `+10` and `+/text` say where to begin; any other `+…` is a command. */
function readPaged({ operands }: ReadOptions, doing: EffectSink): void {
  for (const file of operands) {
    const { text = '' } = file;
    if (/^\++(\d*[gGp%]?|\/[^\n]*)$/.test(text)) continue;
    if (/^-./.test(text)) doing.unknown(`${text} may be an option or a file`);
    if (text.startsWith('+')) doing.unknown(`${text} is a command to the pager`);
    else if (text !== '-') doing.read(file);
  }
}

function doubtLessEnv(read: ReadOptions, doing: EffectSink): void {
  const { env } = doing.context;
  if ((env['LESSOPEN'] ?? '') !== '' && !read.has('-L --no-lessopen')) {
    doing.unknown('it runs what the variable LESSOPEN names on each file');
  }
  if (!/^[-\saBcdeEfFgGiIJKLmMnNqQrRsSuUwWX~]*$/.test(env['LESS'] ?? '')) {
    doing.unknown('its options in the variable LESS are not all known');
  }
}
