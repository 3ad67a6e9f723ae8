import { asksOnly, type OptionSpec, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { isDash, withHome, wordFrom } from '../files/path-word.js';

const httpSpec: OptionSpec = {
  flags: `-b -d -f -F -h -I -j -m -q -S -v -x --body --download --form --json --headers --meta --multipart --verbose
    --follow --quiet --stream --check-status --ignore-stdin --offline --raw-body --continue --compress --all --debug
    --https --ipv4 --ipv6 --curl --help --version`,
  values: `-a -A -o -p -s --auth --auth-type --output --print --pretty --style --timeout --verify --cert --cert-key
    --proxy --session --session-read-only --raw --max-redirects --ssl --ciphers --default-scheme --boundary
    --response-charset --response-mime --resolve --interface`,
};

/** httpie and its like: `http POST example.org name=value file@path`. */
const http: Program = (args, doing) => {
  if (asksOnly(args, '--version -V --help')) return;
  const options = readOptions(args, httpSpec, doing);
  for (const file of options.valuesOf('-o --output')) doing.write(file);
  for (const file of options.valuesOf('--cert --cert-key')) doing.read(file);
  for (const file of options.valuesOf('--verify')) if (!/^(yes|no|true|false)$/i.test(likely(file))) doing.read(file);
  for (const session of options.valuesOf('--session --session-read-only')) {
    if (likely(session).includes('/')) doing.write(session);
  }
  for (const proxy of options.valuesOf('--proxy')) doing.net(proxy);
  if (options.has('-d --download') && !options.has('-o --output')) doing.write(literal('.'), { deep: true });
  const [first, ...rest] = options.operands;
  const isMethod = first !== undefined && rest.length > 0 && /^[A-Za-z]+$/.test(likely(first)) && !isItem(rest[0]);
  const url = isMethod ? rest[0] : first;
  if (url !== undefined) doing.net(url);
  for (const item of isMethod ? rest.slice(1) : rest) reportItem(item, doing);
};

const isItem = (word: Word | undefined): boolean => /^[^/:]*(=|@)/.test(likely(word ?? literal('')));

/** `field@file`, `field=@file`, `field:=@file`, `Header:@file`. */
function reportItem(item: Word, doing: EffectSink): void {
  const head = /^[^=@:]*(==?@|:=?@|@)/.exec(likely(item))?.[0];
  if (head === undefined) return;
  for (const meant of withHome(wordFrom(item, head.length), doing)) doing.read(meant);
}

const isOption = (word: Word): boolean => likely(word).startsWith('-');

/** Clients whose options and settings can do more than is listed here. */
const browser =
  (note: string): Program =>
  (args, doing) => {
    if (asksOnly(args, '--version -version -V -v')) return;
    doing.unknown(note);
    for (const word of args) {
      if (isOption(word) || isDash(word)) continue;
      const local = /^(\/|\.{1,2}\/|~|file:)/i.test(likely(word));
      if (local) doing.read(word);
      else if (/[.:/]/.test(likely(word)) || word.text === undefined) doing.net(word);
    }
  };

const aria: Program = (args, doing) => {
  if (asksOnly(args, '--version -v --help -h')) return;
  doing.unknown('settings of aria2c may name programs that it runs');
  args.forEach((word, at) => {
    const text = likely(word);
    const before = args[at - 1]?.text;
    if (/^(-d|--dir)$/.test(before ?? '')) doing.write(word, { deep: true });
    else if (/^(-i|--input-file)$/.test(before ?? '')) doing.read(word);
    else if (/^--dir=/.test(text)) doing.write(wordFrom(word, 6), { deep: true });
    else if (/^--input-file=/.test(text)) doing.read(wordFrom(word, 13));
    else if (/^--on-[a-z-]+=/.test(text)) doing.script(wordFrom(word, text.indexOf('=') + 1));
    else if (/^(https?|ftps?|sftp|magnet):/i.test(text)) doing.net(word);
  });
  if (!args.some(({ text }) => /^(-d|--dir.*)$/.test(text ?? ''))) doing.write(literal('.'), { deep: true });
};

export const clientPrograms: ProgramTable = {
  'http https httpie xh xhs': http,
  'lynx w3m links links2 elinks': browser('a browser runs other programs as its settings say'),
  'ftp lftp ncftp tftp': browser('which files are copied is told to the program while it runs'),
  'youtube-dl yt-dlp axel': browser('its settings may name programs that it runs'),
  'websocat wscat grpcurl': browser('what it sends and runs is not all known'),
  aria2c: aria,
};
