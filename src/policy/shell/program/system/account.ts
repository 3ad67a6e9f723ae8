import type { Program, ProgramTable } from '../../program.js';
import { likely } from '../../word.js';
import { asksVersion } from '../packages/version.js';
import { named, noted } from './note.js';

const backdoor = 'opens a way in, or to the rights of root, that stays';

/** Programs on accounts: unknown always, and refused when the words match. */
const account =
  (harm: RegExp): Program =>
  (args, doing) => {
    if (asksVersion(args, '--version --help -h')) return;
    doing.unknown('changes who may log in to this machine, and as what');
    if (harm.test(` ${args.map(likely).join(' ')} `)) doing.forbid(backdoor);
  };

const mightyGroup = '[ ,](sudo|wheel|admin|root|docker|lxd|disk|shadow|sudoers)[ ,]';

const chpasswd: Program = (args, doing) => {
  if (asksVersion(args, '--version --help -h')) return;
  doing.forbid('sets passwords of accounts');
};

const visudo: Program = (args, doing) => {
  if (asksVersion(args, '-V --version -h --help')) return;
  const checks = args.some(({ text }) => text === '-c' || text === '--check');
  doing.unknown('visudo shows and changes who may act as root');
  if (!checks) doing.write({ text: '/etc/sudoers', source: '/etc/sudoers' });
};

export const accountPrograms: ProgramTable = {
  ...named('useradd adduser', account(new RegExp(` -[a-np-zA-Z]*o| --non-unique | (-u|--uid)[ =]?0+ |${mightyGroup}`))),
  usermod: account(
    new RegExp(` -[a-np-zA-Z]*o| --non-unique | (-u|--uid)[ =]?0+ | (-p|--password)[ =]|${mightyGroup}`),
  ),
  ...named('gpasswd groupmems addgroup groupmod', account(new RegExp(mightyGroup))),
  ...named('userdel deluser groupadd groupdel delgroup', account(/(?!)/)),
  passwd: account(/ -[a-ce-tv-zA-Z]*[du]| (--delete|--unlock|--stdin|root) /),
  ...named('chpasswd newusers chgpasswd', chpasswd),
  visudo,
  ...named('chsh chfn', noted('changes what starts when the person logs in')),
  ...named('dscl dseditgroup sysadminctl', account(/[ /](admin|wheel|root|sudo)[ /]|-adminUser|-resetPassword|passwd/)),
  'ssh-copy-id': (args, doing) => {
    doing.unknown('lets whoever holds the key log in to the other machine');
    for (const word of args) if (!likely(word).startsWith('-')) doing.net(word);
  },
  ...named('vipw vigr pwconv pwunconv', noted('changes the list of accounts')),
};
