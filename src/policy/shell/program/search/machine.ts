import { readOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { likely, type Word } from '../../word.js';
import { printer, reader } from '../text/reader.js';
import { ps } from './ps.js';

const endless = 'it would not end by itself';

/** Programs that tell of the machine, its users and its processes. */
export const machinePrograms: ProgramTable = {
  date,
  hostname,
  ps,
  tput: printer({
    flags: '-V -x',
    values: '-T',
    also: ({ operands }, doing) => {
      if (operands.some(({ text = 'init' }) => ['init', 'reset'].includes(text))) {
        doing.unknown('it may run a program that the terminal description names');
      }
    },
  }),
  clear: printer({ flags: '-V -x', values: '-T' }),
  tty: printer({ flags: '-s --silent --quiet' }),
  nproc: printer({ flags: '--all', values: '--ignore' }),
  arch: printer(),
  uname: printer({
    flags:
      '-a --all -s --kernel-name --sysname -n --nodename -r --kernel-release --release -v --kernel-version -m --machine -p --processor -i --hardware-platform -o --operating-system',
  }),
  lsb_release: printer({ flags: '-a --all -d --description -i --id -r --release -c --codename -s --short -v -h' }),
  sw_vers: printer({
    flags:
      '-productName -productVersion -productVersionExtra -buildVersion --productName --productVersion --productVersionExtra --buildVersion',
    noClusters: true,
  }),
  whoami: printer(),
  logname: printer(),
  hostid: printer(),
  id: printer({
    flags: '-a -Z --context -g --group -G --groups -n --name -r --real -u --user -z --zero -p -F -P',
  }),
  groups: printer(),
  users: reader({}),
  who: reader({
    flags:
      '-a --all -b --boot -d --dead -H --heading --ips -l --login -m -p --process -q --count -r --runlevel -s --short -t --time -T -w --mesg -u --users --message --writable',
    operands: 'text',
    also: ({ operands }, doing) => {
      if (operands.length === 1) for (const file of operands) doing.read(file);
    },
  }),
  w: printer({ flags: '-h --no-header -u --no-current -s --short -f --from -o --old-style -i --ip-addr -V' }),
  last: printer({
    flags: '-a --hostlast -F --fulltimes -i --ip -R --nohostname -w --fullnames -x --system -h -V',
    values: '-n --limit -s --since -t --until -p --present --time-format',
    reads: '-f --file',
    numbers: true,
  }),
  uptime: printer({ flags: '-p --pretty -h -s --since -V' }),
  free: printer({
    flags:
      '-b --bytes --kilo --mega --giga --tera --peta -k --kibi -m --mebi -g --gibi --tebi --pebi -h --human --si -l --lohi -L --line -t --total -v --committed -w --wide -V',
    values: '-s --seconds -c --count',
    also: (read, doing) => {
      if (read.has('-s --seconds')) doing.unknown(endless);
    },
  }),
  vmstat: printer({
    flags:
      '-a --active -f --forks -m --slabs -n --one-header -s --stats -d --disk -D --disk-sum -w --wide -t --timestamp -y --no-first -h -V',
    values: '-p --partition -S --unit',
    also: ({ operands }, doing) => {
      const [delay = 1, count = 1] = operands.map(({ text = '' }) =>
        /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN,
      );
      if (operands.length === 1 || !(delay * count <= 60)) doing.unknown(endless);
    },
  }),
  lscpu: printer({
    flags: '-a --all -b --online -B --bytes -c --offline -J --json -x --hex -y --physical --output-all -h -V',
    optional: '-C --caches -e --extended -p --parse',
  }),
  lsblk: printer({
    flags:
      '-A --noempty -D --discard -J --json -M --merge -O --output-all -P --pairs -S --scsi -N --nvme -v --virtio -a --all -b --bytes -d --nodeps -f --fs -i --ascii -l --list -m --perms -n --noheadings -p --paths -r --raw -s --inverse -t --topology -y --shell -z --zoned -h -V',
    values: '-E --dedup -I --include -e --exclude -o --output -w --width -x --sort',
    optional: '-T --tree',
  }),
  lsusb: printer({ flags: '-v --verbose -t --tree -V', values: '-s -d' }),
  lspci: printer({ flags: '-v -k -x -D -P -t -m -n -b -M -vv -vvv -nn -mm', values: '-s -d' }),
  lsmod: printer(),
  locale: printer({
    flags: '-a --all-locales -m --charmaps -c --category-name -k --keyword-name -v --verbose -? --usage -V',
  }),
  getconf: printer({ flags: '-a' }),
  cal: printer({
    flags:
      '-1 --one -3 --three -s --sunday -m --monday -j --julian -y --year -Y --twelve -v --vertical -w --week -h -V -N -b -C -M -J -e -p',
    values: '-n --months -A -B -d -H --color -S --span',
    numbers: true,
  }),
  pgrep: printer({
    flags:
      '-l --list-name -a --list-full -v --inverse -w --lightweight -c --count -f --full -i --ignore-case -n --newest -o --oldest -x --exact -L --logpidfile -A --ignore-ancestors -h -V -q',
    values:
      '-d --delimiter -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u --euid -U --uid -r --runstates --cgroup --ns --nslist',
    reads: '-F --pidfile',
  }),
  pidof: printer({ flags: '-s -c -q -w -x -z -n', values: '-o -S -d' }),
};

const dateOptions = {
  flags: '--debug --resolution -R --rfc-email --rfc-2822 -u --utc --universal --help --version -n',
  values: '-d --date -f --file --rfc-3339 -r --reference -s --set',
  optional: '-I --iso-8601',
};

/** An operand that is no format sets the clock, as `-s` does. */
function date(args: readonly Word[], doing: EffectSink): void {
  const read = readOptions(args, dateOptions, doing);
  for (const file of read.valuesOf('-f --file -r --reference')) if (file.text !== '-') doing.read(file);
  if (read.has('-s --set') || read.operands.some((word) => !likely(word).startsWith('+'))) doing.env('the clock');
}

const hostnameOptions = {
  flags:
    '-a --alias -A --all-fqdns -b --boot -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short -y --yp --nis -v --verbose -h --help -V --version',
  values: '-F --file',
};

function hostname(args: readonly Word[], doing: EffectSink): void {
  const read = readOptions(args, hostnameOptions, doing);
  for (const file of read.valuesOf('-F --file')) doing.read(file);
  if (read.operands.length > 0 || read.has('-F --file -b --boot')) doing.env('the name of the host');
}
