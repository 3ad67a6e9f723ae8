import { asksOnly, type OptionSpec } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, literal } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { wordFrom } from './path-word.js';
import { remoteHost } from './remote.js';

const cpioSpec: OptionSpec = {
  flags: `-0 -a -A -b -B -c -d -f -i -k -l -L -m -n -o -p -r -s -S -t -u -v -V --extract --create --pass-through --list
    --append --make-directories --unconditional --verbose --quiet --null --dot --no-absolute-filenames
    --absolute-filenames --preserve-modification-time --force-local --help --version`,
  values:
    '-C -D -E -F -H -I -M -O -R --directory --file --pattern-file --format --owner --block-size --io-size --rsh-command',
};

const cpio: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  const options = readGnuOptions(args, cpioSpec, doing);
  const folder = options.valuesOf('-D --directory').at(-1) ?? literal('.');
  const creates = options.has('-o --create');
  for (const command of options.valuesOf('--rsh-command')) {
    doing.unknown('cpio runs a command to reach the archive');
    doing.script(command);
  }
  for (const file of options.valuesOf('-E --pattern-file -I')) doing.read(file);
  for (const file of options.valuesOf('-O')) doing.write(file);
  for (const file of options.valuesOf('-F --file')) {
    const host = options.has('--force-local') ? undefined : remoteHost(file);
    if (host !== undefined) {
      doing.net(host);
      doing.unknown('cpio starts a remote shell to reach the archive');
    } else if (creates) doing.write(file);
    else doing.read(file);
  }
  if (creates) return doing.unknown('which files cpio takes comes on its input');
  if (options.has('-p --pass-through')) {
    doing.unknown('which files cpio copies comes on its input');
    for (const target of options.operands) doing.write(target, { deep: true });
    return;
  }
  if (options.has('-t --list')) return;
  doing.unknown('the archive says where its files are written, also outside the folder');
  doing.write(folder, { deep: true });
};

const ar: Program = (args, doing) => {
  if (asksOnly(args, '--version -V --help -h')) return;
  if (args.some((word) => /^(--|@)/.test(likely(word)))) doing.unknown('ar may load plugins, and options from files');
  const [letters, ...rest] = args;
  const operation = likely(letters ?? literal('')).replace(/^-/, '');
  // Some letters take a member's name before the archive.
  const [archive, ...members] = /[abiN]/.test(operation) ? rest.slice(1) : rest;
  if (!/^[a-zA-Z]+$/.test(operation) || archive === undefined) return doing.unknown('what ar is to do is not known');
  if (/^[abcDfiIlNoOPsSTuUvV]*[tp]/.test(operation)) return doing.read(archive);
  if (operation.includes('x')) {
    doing.read(archive);
    return doing.write(literal('.'), { deep: true });
  }
  doing.write(archive);
  if (!operation.includes('d')) for (const member of members) doing.read(member);
};

const sevenZip: Program = (args, doing) => {
  if (args.length === 0 || asksOnly(args, 'i --help -h')) return;
  const operands = args.filter((word) => !likely(word).startsWith('-'));
  const switches = args.filter((word) => likely(word).startsWith('-'));
  const known = /^-(y|r-?|bd|bb[0-3]|bs[ope][0-2]|mx=?[0-9]|mmt\S*|t[a-z0-9]+|p\S*|sdel|so|slt|ba|o.+|ao[asut])$/;
  for (const word of switches) {
    if (!known.test(word.text ?? '')) doing.unknown(`the option ${word.source} is not one whose doing is known`);
  }
  const [command, archive, ...members] = operands;
  if (archive === undefined) return doing.unknown('what 7z is to do is not known');
  for (const list of operands.filter((word) => likely(word).startsWith('@'))) {
    doing.unknown('which files 7z takes is written in a list');
    doing.read(wordFrom(list, 1));
  }
  const out = switches.find((word) => /^-o./.test(likely(word)));
  switch (command?.text) {
    case 'l':
    case 't':
      return doing.read(archive);
    case 'x':
    case 'e':
      doing.read(archive);
      if (switches.some(({ text }) => text === '-so')) return;
      return doing.write(out === undefined ? literal('.') : wordFrom(out, 2), { deep: true });
    case 'a':
    case 'u':
      for (const member of members) {
        doing.read(member, { deep: true });
        if (switches.some(({ text }) => text === '-sdel')) doing.delete(member, { deep: true });
      }
      return doing.write(archive);
    case 'd':
    case 'rn':
      return doing.write(archive);
    default:
      return doing.unknown('what 7z is to do is not known');
  }
};

export const archivePrograms: ProgramTable = {
  cpio,
  ar,
  '7z 7za 7zr 7zz': sevenZip,
};
