import { asksOnly, type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, unknownWord, type Word } from '../../word.js';
import { baseOf, below, isFolder, mapWord } from '../files/path-word.js';
import { remoteHost, reportRemote } from '../files/remote.js';

const sshSpec: OptionSpec = {
  flags: '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y',
  values: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w',
  stopsAtOperand: true,
};

const ssh: Program = (args, doing) => {
  if (asksOnly(args, '-V') || (args.length === 2 && args[0]?.text === '-Q')) return;
  const before = readOptions(args, sshSpec, doing);
  // Options may also follow the host.
  const after = readOptions(before.operands.slice(1), sshSpec, doing);
  const host = before.operands[0];
  if (host !== undefined) doing.net(host);
  for (const options of [before, after]) reportSettings(options, doing);
  doing.unknown('what runs on the other machine is not judged here');
  if (host !== undefined && isHere(likely(host)) && after.operands.length > 0) doing.script(sentence(after.operands));
};

const isHere = (host: string): boolean =>
  /^(ssh:\/\/)?([^@/]*@)?(localhost|localhost\.localdomain|127(\.[0-9]+){0,3}|0|0\.0\.0\.0|\[?::1\]?)(:[0-9]+)?\/?$/i.test(
    host,
  );

/** The words as the other shell reads them: joined by blanks. */
function sentence(words: readonly Word[]): Word {
  const source = words.map((word) => word.source).join(' ');
  if (words.every(({ text }) => text !== undefined)) return { text: words.map(likely).join(' '), source };
  return { text: undefined, source, guess: words.map(likely).join(' '), note: 'the command is only known at run time' };
}

/** Options that read or write files here, dial further hosts or run programs here. */
function reportSettings(options: ReadOptions, doing: EffectSink): void {
  // The key of `-i` signs in and is shown to nobody: it is no read of a secret.
  for (const file of options.valuesOf('-F')) if (file.text !== 'none') doing.read(file);
  for (const file of options.valuesOf('-E')) doing.write(file);
  for (const hosts of options.valuesOf('-J')) for (const host of likely(hosts).split(',')) doing.net(same(hosts, host));
  if (options.has('-F')) doing.unknown('settings in the file may run programs here');
  for (const library of options.valuesOf('-I')) doing.unknown(`loads the library ${library.text ?? library.source}`);
  if (options.has('-L -R -D -W -w')) doing.unknown('opens a way through to another network');
  for (const setting of options.valuesOf('-o')) reportSetting(setting, doing);
}

function reportSetting(setting: Word, doing: EffectSink): void {
  const head = /^\s*([a-z0-9]+)\s*[=\s]\s*/i.exec(likely(setting));
  const name = head?.[1]?.toLowerCase() ?? '';
  const value = mapWord(setting, (text) => text.slice(head?.[0].length ?? 0).replace(/^"(.*)"$/s, '$1'));
  if (/^(proxycommand|localcommand|knownhostscommand|match)$/.test(name)) {
    doing.unknown('ssh runs a command here');
    if (likely(value) !== 'none') doing.script(value);
  } else if (/^(hostname|proxyjump)$/.test(name)) doing.net(value);
  else if (/^(userknownhostsfile|globalknownhostsfile)$/.test(name)) {
    if (!/^(none|\/dev\/null)$/.test(likely(value))) doing.read(value);
  } else if (/^(pkcs11provider|securitykeyprovider|include|xauthlocation|permitlocalcommand)$/.test(name)) {
    doing.unknown(`the setting ${name} may run programs here`);
  } else if (setting.text === undefined) doing.unknown(setting.note ?? 'a setting of ssh is only known at run time');
}

const same = (word: Word, text: string): Word => ({ ...mapWord(word, () => text), source: word.source });

const copySpec: OptionSpec = {
  flags: '-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v',
  values: '-c -D -F -i -J -l -o -P -S -X',
};

const scp: Program = (args, doing) => {
  const options = readOptions(args, copySpec, doing);
  reportCopier(options, doing);
  const deep = options.has('-r');
  const sources = options.operands.slice(0, -1);
  for (const source of sources) if (!reportRemote(source, doing)) doing.read(source, { deep });
  const target = options.operands.at(-1);
  if (target === undefined || reportRemote(target, doing)) return;
  const into = sources.length > 1 || isFolder(target, doing) === true;
  for (const path of into ? sources.map((source) => below(target, nameOf(source))) : [target])
    doing.write(path, { deep });
};

/** What a copy of `host:a/b` is called. */
const nameOf = (source: Word): Word => baseOf(mapWord(source, (text) => text.replace(/^[^/]*:/, '')));

const sftpSpec: OptionSpec = {
  flags: '-4 -6 -A -a -C -f -N -p -q -r -v',
  values: '-B -b -c -D -F -i -J -l -o -P -R -S -s -X',
};

const sftp: Program = (args, doing) => {
  const options = readOptions(args, sftpSpec, doing);
  reportCopier(options, doing);
  for (const list of options.valuesOf('-b')) if (list.text !== '-') doing.read(list);
  const [host, target] = options.operands;
  if (host !== undefined) doing.net(remoteHost(host) ?? host);
  if (target !== undefined) doing.write(target);
  doing.unknown('which files are copied is told to sftp while it runs');
};

function reportCopier(options: ReadOptions, doing: EffectSink): void {
  reportSettings(options, doing);
  for (const program of options.valuesOf('-S')) {
    doing.unknown(`runs ${program.text ?? program.source} to connect`);
    doing.run([program]);
  }
  for (const server of options.valuesOf('-D')) doing.unknown(`starts or dials ${server.text ?? server.source}`);
}

const mosh: Program = (args, doing) => {
  if (asksOnly(args)) return;
  doing.unknown('what runs on the other machine is not judged here');
  const host = args.find((word) => !likely(word).startsWith('-'));
  doing.net(host ?? unknownWord('the other machine'));
  for (const word of args) {
    const command = /^--(ssh|client|server)=(.*)$/s.exec(word.text ?? '')?.[2];
    if (command !== undefined) doing.script(literal(command));
  }
};

export const sshPrograms: ProgramTable = {
  'ssh slogin autossh': ssh,
  scp,
  sftp,
  mosh,
};
