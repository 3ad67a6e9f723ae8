import { asksOnly, type OptionSpec, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, unknownWord, type Word } from '../../word.js';
import { wordFrom } from '../files/path-word.js';

interface Lookup {
  readonly spec: OptionSpec;
  readonly read?: string;
  /** Options whose value is a name or a server. */
  readonly asks?: string;
  readonly versions?: string;
  /** What is dialled when no operand says it. */
  readonly default?: string;
}

const recordType =
  /^(a|aaaa|any|axfr|caa|cname|dnskey|ds|hinfo|https|ixfr|loc|mx|naptr|ns|nsec|ptr|rrsig|soa|spf|srv|svcb|sshfp|tlsa|txt|in|ch|hs)$/i;

/** Programs that send a name or a packet to somebody: the name itself may carry what is secret. */
const lookup =
  ({ spec, read, asks, versions = '--version -V -v -h --help', default: otherwise }: Lookup): Program =>
  (args, doing) => {
    if (asksOnly(args, versions)) return;
    const options = readOptions(args, spec, doing);
    for (const file of options.valuesOf(read)) {
      doing.read(file);
      doing.net(unknownWord(`the names are written in ${file.text ?? file.source}`));
    }
    for (const name of options.valuesOf(asks)) doing.net(name);
    const asked = options.operands.filter((word) => !likely(word).startsWith('+') && !recordType.test(likely(word)));
    for (const word of asked) doing.net(withoutAt(word));
    if (asked.length === 0 && otherwise !== undefined) doing.net(unknownWord(otherwise));
  };

const withoutAt = (word: Word): Word => (likely(word).startsWith('@') ? wordFrom(word, 1) : word);

const pinger = lookup({
  spec: {
    flags: '-4 -6 -a -A -b -B -d -D -f -h -L -n -N -O -q -r -R -U -v -V -o',
    values: '-c -e -F -i -I -l -m -M -p -Q -s -S -t -T -w -W -G -g -H -k -K -z',
  },
});

const dig = lookup({
  spec: { flags: '-4 -6 -i -m -r -u -v -h', values: '-b -c -f -k -p -q -t -x -y' },
  read: '-f -k',
  asks: '-x -q',
  default: 'the name server',
});

const host = lookup({
  spec: { flags: '-4 -6 -a -A -C -d -i -l -n -r -s -T -U -v -V -w', values: '-c -N -p -R -t -W -m' },
});

const nslookup = lookup({
  spec: { flags: '', noClusters: true, optional: '-type -query -port -timeout -retry -debug -class' },
  default: 'the name server',
});

const whois = lookup({
  asks: '-h',
  spec: { flags: '-a -b -B -c -d -G -H -I -K -l -L -m -M -r -R -x', values: '-h -p -i -s -T -g -t -v -q' },
  versions: '--version --help',
});

const route = lookup({
  spec: {
    flags:
      '-4 -6 -A -b -B -d -e -F -I -n -r -T -t -U -V -w -j -l -C -x -o -z -y -u -S -c --tcp --udp --icmp --report --report-wide --json --no-dns --csv --xml',
    values: '-f -g -i -m -N -p -q -s -P -M -D',
  },
});

const scanner: Program = (args, doing) => {
  if (asksOnly(args, '--version -V -h --help')) return;
  doing.unknown('looks for open doors on other machines; its scripts are programs');
  args.forEach((word, at) => {
    const text = likely(word);
    const before = args[at - 1]?.text ?? '';
    if (/^(-iL|--excludefile)$/.test(before)) doing.read(word);
    else if (/^(-o[NXSGAJLB]|--output-filename)$/.test(before)) doing.write(word);
    else if (!text.startsWith('-') && (/[.:/]|^localhost$/.test(text) || word.text === undefined)) doing.net(word);
  });
};

const tcpdump: Program = (args, doing) => {
  if (asksOnly(args, '--version -h --help')) return;
  const spec: OptionSpec = {
    flags: '-A -b -d -D -e -f -h -H -I -K -l -L -n -N -O -p -q -S -t -u -U -v -x -X -#',
    values: '-B -c -C -E -F -G -i -j -m -M -r -s -T -V -w -W -y -z -Z -Q',
  };
  const options = readOptions(args, spec, doing);
  for (const file of options.valuesOf('-r -F -V -m')) doing.read(file);
  for (const file of options.valuesOf('-w')) if (file.text !== '-') doing.write(file);
  for (const command of options.valuesOf('-z')) doing.run([command]);
  doing.unknown('tcpdump listens to the network of this machine');
};

export const lookupPrograms: ProgramTable = {
  'ping ping6 fping arping': pinger,
  'dig delv kdig': dig,
  host: host,
  drill: dig,
  nslookup,
  whois,
  'traceroute traceroute6 tracepath tracepath6 mtr tcptraceroute': route,
  'nmap masscan zmap': scanner,
  'tcpdump tshark dumpcap': tcpdump,
};
