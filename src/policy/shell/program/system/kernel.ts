import { asksOnly, type OptionSpec, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely } from '../../word.js';
import { noted } from './note.js';

const insmod: Program = (args, doing) => {
  if (asksOnly(args, '--version -V -h --help')) return;
  doing.unknown('loads code into the kernel');
  for (const word of args) if (likely(word).includes('/') || likely(word).endsWith('.ko')) doing.read(word);
};

const ifconfig: Program = (args, doing) => {
  if (args.length === 0 || (args.length === 1 && /^(-a|-s|[a-z][a-z0-9.:]*)$/.test(args[0]?.text ?? ''))) return;
  doing.unknown('ifconfig changes a network interface');
};

const ipObject =
  /^(a|ad|addr|addre|addres|address|l|li|lin|link|r|ro|rou|rout|route|n|ne|nei|neigh|neighbour|ru|rule|maddr|netns)$/;
const ipShown =
  /^(show|list|lst|ls|l|sh|s|get|dev|up|scope|to|table|type|main|all|default|global|link|inet6?|[0-9a-f:.]+(\/[0-9]+)?|(eth|en|wl|lo|docker|br|veth|tun|wg)[a-z0-9.-]*)$/;

/** `ip addr`, `ip -4 route show`: the forms that only show. */
const ip: Program = (args, doing) => {
  const words = args.map(({ text }) => text ?? '$');
  const rest = words.filter(
    (word) =>
      !/^-(4|6|br|brief|c|color|d|details|j|json|o|oneline|p|pretty|s|stats|statistics|h|V|Version)$/.test(word),
  );
  const [object, verb, ...others] = rest;
  if (object === undefined) return;
  const shows = verb === undefined || /^(show|list|lst|ls|l|sh|s|get)$/.test(verb);
  if (ipObject.test(object) && shows && others.every((word) => ipShown.test(word))) return;
  doing.unknown('ip changes the network of this machine');
};

/** Lists sockets and open files; options that are not in the table are reported. */
const lister =
  (spec: OptionSpec, files?: string): Program =>
  (args, doing) => {
    const options = readOptions(args, spec, doing);
    for (const file of options.valuesOf(files)) doing.read(file);
  };

const ss = lister(
  {
    flags: `-a -e -H -i -l -m -n -o -O -p -s -t -u -w -x -4 -6 -0 -d -S -Z -z -b -T -V -h --all --listening --numeric
      --processes --tcp --udp --unix --raw --summary --extended --info --memory --options --ipv4 --ipv6 --no-header
      --oneline --version --help`,
    values: '-f -A -F --family --query --socket --filter',
  },
  '-F --filter',
);

const netstat = lister({
  flags: `-a -e -g -i -l -n -o -p -r -s -t -u -v -w -W -x -4 -6 -V -h --all --listening --numeric --programs --tcp --udp
    --unix --raw --route --interfaces --statistics --extend --verbose --wide --version --help`,
});

const lsof: Program = (args, doing) => {
  const spec: OptionSpec = {
    flags: '-a -b -C -h -l -n -N -O -P -Q -R -t -U -v -V -w -X',
    values: '-c -d -p -u -g',
    optional: '-i -s -F -T -S -L',
  };
  const options = readOptions(args, spec, doing);
  for (const word of options.operands) {
    if (/^\+[dD]/.test(likely(word))) doing.unknown('lsof walks whole folders');
    // `-i` takes its address also as a word of its own.
    else if (!(options.has('-i') && /^(4|6|(tcp|udp)?[@:].*|tcp|udp)$/i.test(likely(word)))) doing.read(word);
  }
};

export const kernelPrograms: ProgramTable = {
  'iptables ip6tables iptables-restore iptables-save nft ufw firewall-cmd pfctl ebtables ipset': noted(
    'shows or changes the firewall of this machine',
    '--version -V version',
  ),
  sysctl: noted('sysctl shows or changes settings of the kernel', '--version -V'),
  'insmod modprobe kexec': insmod,
  'rmmod depmod': noted('takes code out of the kernel or lists it anew'),
  'setenforce setsebool semanage aa-disable aa-complain': noted('weakens the guards of this machine'),
  'hostnamectl timedatectl localectl hwclock': noted('shows or changes settings of the machine'),
  'journalctl dmesg lastb': noted('shows logs that are kept outside the workspace', '--version -V'),
  ifconfig,
  ip,
  ss,
  netstat,
  lsof,
  'route arp brctl ethtool iw iwconfig nmcli tc': noted('shows or changes the network of this machine', '--version -V'),
};
