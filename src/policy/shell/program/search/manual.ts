import { asksOnly, readOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { printer, reader } from '../text/reader.js';

const whatis = printer({
  flags: '-d --debug -v --verbose -e --exact -r --regex -w --wildcard -a --and -l --long -? --usage -V',
  values: '-L --locale -m --systems -s --sections --section',
});

/** Programs that tell of other programs. */
export const manualPrograms: ProgramTable = {
  which: printer({ flags: '-a --all -s -v -V --skip-dot --skip-tilde --show-dot --show-tilde --tty-only' }),
  whereis: printer({ flags: '-b -m -s -u -l -h -V' }),
  'whatis apropos': whatis,
  man,
  info: (args, doing) => {
    if (!asksOnly(args, '--help --version')) doing.unknown('it shows pages through other programs');
  },
  tldr: (args, doing) => {
    if (asksOnly(args, '--help --version')) return;
    doing.net(literal('tldr.sh'));
    doing.unknown('it fetches pages and keeps them');
  },
  locate: reader({
    flags:
      '-A --all -b --basename -c --count -e --existing -E --non-existing -H --nofollow -i --ignore-case -L --follow -N --literal -P -q --quiet -r -0 --null -S --statistics -w --wholename -h -V',
    values: '-l -n --limit --regex --regexp',
    reads: '-d --database',
    operands: 'text',
    also: (_, doing) => doing.read(literal('/var/lib/mlocate/mlocate.db')),
  }),
};

const lookups = { flags: '-k --apropos -f --whatis -w --where --path --location -W --where-cat -? --usage -V' };

/** Showing a page runs a pager and groff; only looking one up does not. */
function man(args: readonly Word[], doing: EffectSink): void {
  if (asksOnly(args, '--help --version')) return;
  if (!readOptions(args, lookups, doing).has(lookups.flags)) {
    doing.unknown('it shows pages through a pager and other programs');
  }
}
