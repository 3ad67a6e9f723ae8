import { posix } from 'node:path';
import { defined } from '../../../../base/defined.js';
import { asksOnly, type ReadOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, unknownWord, type Word } from '../../word.js';
import { readGnuOptions } from '../files/gnu-options.js';
import { below, isDash, mapWord, wordFrom } from '../files/path-word.js';
import { curlSpec } from './curl-options.js';
import { reportRequest } from './curl-request.js';
import { expandGlobs } from './url-glob.js';

const curl: Program = (args, doing) => {
  if (asksOnly(args, '--version -V --help -h --manual -M') || asksHelp(args)) return;
  const options = readGnuOptions(args, curlSpec, doing);
  const urls = [...options.operands, ...options.valuesOf('--url')];
  for (const url of urls) reportUrl(url, options, doing);
  reportOtherHosts(options, doing);
  reportRequest(options, doing);
  reportOutput(urls, options, doing);
};

const asksHelp = ([first, topic, ...rest]: readonly Word[]): boolean =>
  /^(-h|--help)$/.test(first?.text ?? '') && /^[a-z]+$/.test(topic?.text ?? '') && rest.length === 0;

function reportUrl(word: Word, options: ReadOptions, doing: EffectSink): void {
  const spread = options.has('-g --globoff') ? [likely(word)] : expandGlobs(likely(word));
  if (spread === undefined) {
    doing.unknown(`${word.source} stands for more addresses than are looked at`);
    doing.net(word);
    return;
  }
  const bare = options.valuesOf('--proto-default').at(-1)?.text?.toLowerCase() === 'file';
  for (const url of spread) {
    const one: Word = spread.length === 1 && word.text === url ? word : spelled(word, url);
    const file = /^file:(?:\/\/[^/]*(?=\/|$))?/i.exec(url)?.[0];
    if (file !== undefined) doing.read(mapWord(wordFrom(one, file.length), decoded));
    else if (bare && !/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) doing.read(one);
    else doing.net(one);
  }
}

/** One address of those that the word stands for. */
const spelled = (word: Word, url: string): Word =>
  word.text === undefined
    ? { text: undefined, source: word.source, guess: url, ...defined({ note: word.note }) }
    : literal(url);

/** `%2f` and its like undone, one by one, so that a broken one stays as it is. */
const decoded = (path: string): string =>
  path
    .replace(/[?#].*$/s, '')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Hosts that are dialled though no address names them. */
function reportOtherHosts(options: ReadOptions, doing: EffectSink): void {
  const hosts = `-x --proxy --preproxy --proxy1.0 --socks4 --socks4a --socks5 --socks5-hostname --doh-url --dns-servers`;
  for (const host of options.valuesOf(hosts)) {
    if (host.text !== '') doing.net(host);
  }
  for (const value of options.valuesOf('--resolve')) {
    // [+]HOST:PORT:ADDRESS[,ADDRESS]
    for (const address of likely(value)
      .replace(/^[+-]?[^:]*:[^:]*:?/, '')
      .split(',')) {
      if (address !== '') doing.net(spelled(value, address));
    }
  }
  for (const value of options.valuesOf('--connect-to')) {
    const [, , ...other] = likely(value).split(':');
    if (other.join('') !== '') doing.net(spelled(value, other.join(':')));
  }
  for (const path of options.valuesOf('--unix-socket --abstract-unix-socket')) {
    doing.write(path);
    doing.unknown('what the service behind the socket does is not known');
    if (/\/(docker|podman|containerd|crio)\.sock$/.test(likely(path)))
      doing.forbid('speaks to a service that is root on this machine');
  }
}

function reportOutput(urls: readonly Word[], options: ReadOptions, doing: EffectSink): void {
  const folders = options.valuesOf('--output-dir');
  const placed = (name: Word): readonly Word[] =>
    folders.length === 0 ? [name] : folders.map((folder) => below(folder, name));
  const write = (name: Word): void => {
    for (const path of placed(name)) doing.write(path);
  };
  for (const file of options.valuesOf('-o --output')) if (!isDash(file)) write(file);
  if (!options.has('-O --remote-name --remote-name-all')) return;
  if (options.has('-J --remote-header-name')) write(unknownWord('the server names the file'));
  for (const url of urls) write(mapWord(url, nameIn));
}

const nameIn = (url: string): string =>
  posix.basename(url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')) || 'curl_response';

export const curlPrograms: ProgramTable = { curl };
