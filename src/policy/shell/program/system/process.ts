import { wordSet, wordsOf } from '../../../../base/words.js';
import { asksOnly, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, type Word } from '../../word.js';
import { noted } from './note.js';

const kill: Program = (args, doing) => {
  const first = args[0]?.text;
  if (first !== undefined && /^(-l.*|-L|--list(=.*)?|--table|--version)$/.test(first)) return;
  const targets = withoutSignal(args).filter(({ text }) => text !== '--');
  if (targets.length === 0) doing.unknown('whom kill is to signal is not said');
  for (const target of targets) {
    if (likely(target) === '-1') doing.forbid('ends every process of this user, this session too');
    doing.process(target.text ?? target.source);
  }
};

function withoutSignal(args: readonly Word[]): readonly Word[] {
  const text = args[0]?.text ?? '';
  if (/^(-s|-n|-q|--signal|--queue)$/.test(text)) return args.slice(2);
  return text.startsWith('-') ? args.slice(1) : args;
}

const byName: Program = (args, doing) => {
  if (asksOnly(args, '--version -V -h --help -l --list')) return;
  const words = args.filter((word) => !likely(word).startsWith('-'));
  doing.process(words.map(({ text, source }) => text ?? source).join(' ') || 'processes');
};

const renice: Program = (args, doing) => {
  if (!asksOnly(args, '--version -V -h --help')) doing.process(shown(args));
};

/** Ends this session with everything else. `shutdown -c` takes it back. */
const machineEnd =
  (harmless: string): Program =>
  (args, doing) => {
    if (args.length === 1 && wordsOf(harmless).includes(args[0]?.text ?? ''))
      return doing.unknown('it rules over the whole machine');
    endMachine(doing);
  };

function endMachine(doing: EffectSink): void {
  doing.process('the machine');
  doing.forbid('stops or restarts the machine');
}

const init: Program = (args, doing) => {
  doing.unknown('init rules over every service of the machine');
  if (args.some(({ text }) => /^[0156sS]$/.test(text ?? ''))) endMachine(doing);
};

const ends = wordSet('poweroff reboot halt kexec soft-reboot suspend hibernate hybrid-sleep rescue emergency isolate');

const systemctl: Program = (args, doing) => {
  if (asksOnly(args)) return;
  doing.unknown('services run programs outside this session, and go on after it');
  const word = args.find(({ text }) => text !== undefined && !text.startsWith('-'));
  if (word?.text !== undefined && ends.has(word.text)) endMachine(doing);
};

const crontab: Program = (args, doing) => {
  const options = readOptions(args, { flags: '-l -e -r -i -V', values: '-u -c' }, doing);
  for (const file of options.operands) if (file.text !== '-') doing.read(file);
  doing.unknown(
    options.has('-l')
      ? 'crontab shows what is planned, kept outside the workspace'
      : 'crontab plans commands that run later, outside this session',
  );
};

const later: Program = (args, doing) => {
  if (asksOnly(args, '-V --version')) return;
  doing.unknown('it is run later, outside this session');
  const { input } = doing;
  if (input.kind === 'piped' && input.text !== undefined) doing.script({ text: input.text, source: input.text });
  const at = args.findIndex(({ text }) => text === '-f');
  const file = at === -1 ? undefined : args[at + 1];
  if (file !== undefined) doing.read(file);
};

const screen: Program = (args, doing) => {
  if (asksOnly(args, '--version -v -h --help')) return;
  doing.unknown('it goes on after this command, in a terminal of its own');
  const options = readOptions(
    args,
    {
      flags: '-a -A -d -D -i -l -L -m -O -q -Q -r -R -U -x -X',
      values: '-c -e -h -p -s -S -t -T',
      stopsAtOperand: true,
    },
    doing,
  );
  const starts = !options.has('-r -R -x');
  if (starts && options.operands.length > 0) doing.run(options.operands);
};

const tmux: Program = (args, doing) => {
  if (asksOnly(args, '-V')) return;
  doing.unknown('it goes on after this command, in a terminal of its own');
  for (const word of args.slice(1)) if (/\s/.test(likely(word))) doing.script(word);
};

const shown = (args: readonly Word[]): string => args.map(({ text, source }) => text ?? source).join(' ');

export const processPrograms: ProgramTable = {
  kill,
  'pkill killall killall5 skill snice xkill': byName,
  renice,
  'reboot poweroff halt': machineEnd('--help --version -w --wtmp-only'),
  shutdown: machineEnd('-c --help --version --show'),
  'init telinit': init,
  systemctl,
  'service initctl rc-service rc-update update-rc.d chkconfig': noted('services run programs outside this session'),
  launchctl: noted('launchctl starts programs outside this session, also later'),
  loginctl: noted('loginctl rules over the sessions of this machine'),
  crontab,
  'at batch': later,
  'atq atrm': noted('what is planned for later is kept outside the workspace'),
  screen,
  'tmux byobu zellij': tmux,
};
