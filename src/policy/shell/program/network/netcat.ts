import { defined } from '../../../../base/defined.js';
import { asksOnly, type OptionSpec, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';

const handsOver = 'hands a program of this machine to whoever is at the other end';

const ncSpec: OptionSpec = {
  flags: `-4 -6 -b -C -d -D -F -h -k -l -N -n -r -S -t -u -U -v -z -Z --listen --keep-open --udp --sctp --ssl --verbose
    --nodns --send-only --recv-only --no-shutdown --broker --chat --telnet --crlf --version --help`,
  values: `-I -i -M -m -O -P -p -q -s -T -V -w -X -x -g -G -o --wait --idle-timeout --source --source-port --proxy
    --proxy-type --proxy-auth --output --hex-dump --ssl-cert --ssl-key --ssl-trustfile --max-conns --delay
    -e -c --exec --sh-exec --lua-exec`,
};

const nc: Program = (args, doing) => {
  if (asksOnly(args, '--version -h --help')) return;
  // On some systems `-c` takes no value: either way it is refused.
  const options = readOptions(args, ncSpec, doing);
  for (const command of options.valuesOf('-e --exec -c --sh-exec --lua-exec')) doing.script(command);
  if (options.has('-e --exec -c --sh-exec --lua-exec')) doing.forbid(handsOver);
  for (const file of options.valuesOf('-o --output --hex-dump')) doing.write(file);
  for (const file of options.valuesOf('--ssl-cert --ssl-key --ssl-trustfile')) doing.read(file);
  for (const proxy of options.valuesOf('-x --proxy')) doing.net(proxy);
  const [host, port] = options.operands;
  if (options.has('-l --listen')) doing.unknown('lets others connect to this machine');
  else if (options.has('-U')) {
    if (host !== undefined) doing.write(host);
    doing.unknown('what the service behind the socket does is not known');
  } else if (host !== undefined) doing.net(port === undefined ? host : addressOf(host, port));
};

function addressOf(host: Word, port: Word): Word {
  const source = `${host.source}:${port.source}`;
  if (host.text !== undefined && port.text !== undefined)
    return { text: `${bracketed(host.text)}:${port.text}`, source };
  const note = host.note ?? port.note;
  const guess = `${bracketed(likely(host))}:${likely(port)}`;
  return { text: undefined, source, guess, ...defined({ note }) };
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const network = /^(tcp|udp|udplite|sctp|dccp|openssl|ssl|socks|proxy|vsock|quic|ip[46]?[-:]|interface|tun)/i;
const execution = /^(exec|system|shell):/i;

const socat: Program = (args, doing) => {
  if (asksOnly(args, '-V -h -hh --version') || (args.length === 1 && args[0]?.text === '-?')) return;
  const addresses = args.filter((word) => !/^-[a-zA-Z]/.test(likely(word)));
  const parts = addresses.flatMap((word) => likely(word).split('!!'));
  if (parts.some((part) => network.test(part)) && parts.some((part) => execution.test(part))) doing.forbid(handsOver);
  for (const part of parts) reportPart(part, doing);
  if (addresses.some(({ text }) => text === undefined)) doing.unread('what socat joins is only known at run time');
  doing.unknown('socat joins files, programs and hosts in ways that are not all known');
};

/** `TCP:host:port,option`, `EXEC:command`, `OPEN:file`. */
function reportPart(part: string, doing: EffectSink): void {
  const rest = part.slice(part.indexOf(':') + 1).split(',')[0] ?? '';
  if (execution.test(part)) doing.script(literal(rest));
  else if (fileAddress.test(part)) doing.write(literal(rest));
  else if (part.startsWith('/')) doing.write(literal(part));
  else if (/^[^:]*(-l|listen|recv)/i.test(part)) doing.unknown('lets others connect to this machine');
  else if (network.test(part)) doing.net(literal(/^(socks|proxy)/i.test(part) ? (rest.split(':')[0] ?? rest) : rest));
}

const fileAddress = /^(open|file|create|creat|gopen|pipe|unix[a-z-]*|abstract[a-z-]*|pty):/i;

const telnet: Program = (args, doing) => {
  const options = readOptions(
    args,
    { flags: '-4 -6 -8 -a -c -d -E -K -L -r -x -F -f -y', values: '-e -l -n -S -X -b -k' },
    doing,
  );
  for (const file of options.valuesOf('-n')) doing.write(file);
  const [host, port] = options.operands;
  if (host !== undefined) doing.net(port === undefined ? host : addressOf(host, port));
};

export const netcatPrograms: ProgramTable = {
  'nc ncat netcat nc.openbsd nc.traditional': nc,
  'socat socat1': socat,
  telnet,
};
