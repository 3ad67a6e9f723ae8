import { wordSet } from '../../../../base/words.js';
import { asksOnly, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, literal, unknownWord } from '../../word.js';
import { noted } from './note.js';

const plain = wordSet(
  'PATH HOME USER LOGNAME LANG LANGUAGE LC_ALL PWD OLDPWD SHELL TERM TZ TMPDIR EDITOR PAGER HOSTNAME SHLVL COLUMNS LINES',
);

const printenv: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  const { operands } = readOptions(args, { flags: '-0 --null' }, doing);
  if (operands.length === 0) return doing.secret('the environment');
  for (const { text, source } of operands) {
    if (text === undefined || !plain.has(text)) doing.secret(text ?? source);
  }
};

interface Keeper {
  readonly what: string;
  /** The words, joined by blanks, that bring a secret to light; without it every use does. */
  readonly shows?: RegExp;
  /** It asks a service elsewhere. */
  readonly asks?: boolean;
  readonly versions?: string;
}

/** A program that keeps secrets or signs in with them. */
const keeper =
  ({ what, shows, asks = false, versions = '--version' }: Keeper): Program =>
  (args, doing) => {
    if (asksOnly(args, versions)) return;
    if (shows === undefined || shows.test(args.map(likely).join(' '))) doing.secret(what);
    if (asks) doing.net(unknownWord(`where ${what} is kept`));
    doing.unknown(`works on ${what}`);
  };

const sshKeygen: Program = (args, doing) => {
  const options = readOptions(
    args,
    {
      flags: '-l -v -q -B -e -y -p -c -H -A -i -L -h',
      values: '-f -t -b -C -N -P -E -m -R -F -Z -a -I -s -n -V -z -O -Y',
    },
    doing,
  );
  const files = options.valuesOf('-f');
  if (options.has('-l -B -e -i -L -F')) {
    for (const file of files) doing.read(file);
    if (files.length === 0) doing.unknown('ssh-keygen looks at the keys of the person');
    return;
  }
  if (options.has('-y')) for (const file of files) doing.read(file);
  doing.unknown('ssh-keygen makes or changes keys');
  const folder = `${doing.context.home}/.ssh`;
  if (options.has('-y -s -Y')) return;
  for (const file of files.length === 0
    ? [literal(`${folder}/${options.has('-R -H') ? 'known_hosts' : 'id_ed25519'}`)]
    : files) {
    doing.write(file);
  }
};

const sshAdd: Program = (args, doing) => {
  doing.unknown('ssh-add shows or changes the keys the person is signed in with');
  for (const word of args) if (!likely(word).startsWith('-')) doing.read(word);
};

const sshAgent: Program = (args, doing) => {
  doing.unknown('ssh-agent holds keys and goes on running');
  const at = args.findIndex(({ text }) => text === undefined || !text.startsWith('-'));
  if (at !== -1) doing.run(args.slice(at));
};

export const secretPrograms: ProgramTable = {
  printenv,
  security: keeper({ what: 'the keychain' }),
  'pass gopass': keeper({ what: 'the password store', versions: '--version version' }),
  'gpg gpg2': keeper({
    what: 'the private keys of gpg',
    shows: /--(export-secret|export-ssh|decrypt|gen-random|show-session-key|passphrase)|(^| )-[a-z]*d( |$)/,
  }),
  'gpgconf gpg-agent gpg-connect-agent': noted('works on the keys of gpg'),
  'ssh-keygen': sshKeygen,
  'ssh-add': sshAdd,
  'ssh-agent': sshAgent,
  keychain: keeper({ what: 'the keys of ssh' }),
  'secret-tool kwallet-query gnome-keyring': keeper({ what: 'the keyring' }),
  op: keeper({ what: 'the 1Password vault', asks: true }),
  bw: keeper({ what: 'the Bitwarden vault', asks: true }),
  lpass: keeper({ what: 'the LastPass vault', asks: true }),
  vault: keeper({ what: 'the store of Vault', asks: true, versions: '--version -v version' }),
  'sops age doppler': keeper({ what: 'what is encrypted' }),
  'klist kinit': keeper({ what: 'the Kerberos ticket', asks: true }),
  'xclip xsel pbpaste pbcopy wl-paste wl-copy clip.exe': noted(
    'the clipboard may hold what the person copied elsewhere',
    '--version -version -h',
  ),
};
