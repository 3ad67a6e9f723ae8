import { asksOnly } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely } from '../../word.js';
import { noted } from './note.js';

const backdoor = 'opens a way in, or to the rights of root, that stays';

/** Programs on accounts: unknown always, and refused when the words match. */
const account =
  (harm: RegExp): Program =>
  (args, doing) => {
    if (asksOnly(args, '--version --help -h')) return;
    doing.unknown('changes who may log in to this machine, and as what');
    if (harm.test(` ${args.map(likely).join(' ')} `)) doing.forbid(backdoor);
  };

const mightyGroup = '[ ,](sudo|wheel|admin|root|docker|lxd|disk|shadow|sudoers)[ ,]';

const chpasswd: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -h')) return;
  doing.forbid('sets passwords of accounts');
};

const visudo: Program = (args, doing) => {
  if (asksOnly(args, '-V --version -h --help')) return;
  const checks = args.some(({ text }) => text === '-c' || text === '--check');
  doing.unknown('visudo shows and changes who may act as root');
  if (!checks) doing.write({ text: '/etc/sudoers', source: '/etc/sudoers' });
};

export const accountPrograms: ProgramTable = {
  'useradd adduser': account(new RegExp(` -[a-np-zA-Z]*o| --non-unique | (-u|--uid)[ =]?0+ |${mightyGroup}`)),
  usermod: account(
    new RegExp(` -[a-np-zA-Z]*o| --non-unique | (-u|--uid)[ =]?0+ | (-p|--password)[ =]|${mightyGroup}`),
  ),
  'gpasswd groupmems addgroup groupmod': account(new RegExp(mightyGroup)),
  'userdel deluser groupadd groupdel delgroup': account(/(?!)/),
  passwd: account(/ -[a-ce-tv-zA-Z]*[du]| (--delete|--unlock|--stdin|root) /),
  'chpasswd newusers chgpasswd': chpasswd,
  visudo,
  'chsh chfn': noted('changes what starts when the person logs in'),
  'dscl dseditgroup sysadminctl': account(/[ /](admin|wheel|root|sudo)[ /]|-adminUser|-resetPassword|passwd/),
  'ssh-copy-id': (args, doing) => {
    doing.unknown('lets whoever holds the key log in to the other machine');
    for (const word of args) if (!likely(word).startsWith('-')) doing.net(word);
  },
  'vipw vigr pwconv pwunconv': noted('changes the list of accounts'),
};
