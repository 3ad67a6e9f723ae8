import { wordSet } from '../../../../base/words.js';
import { asksOnly } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { literal, settled } from '../../word.js';
import { readWrapperOptions, runInner } from './wrapping.js';

const twoValues = wordSet(
  '--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --bind-fd --ro-bind-fd --symlink --file --bind-data --ro-bind-data --setenv --chmod --overlay',
);
const oneValue = wordSet(
  '--proc --dev --tmpfs --mqueue --dir --chdir --unsetenv --uid --gid --hostname --lock-file --sync-fd --block-fd --userns --userns2 --pidns --userns-block-fd --info-fd --json-status-fd --seccomp --add-seccomp-fd --exec-label --file-label --cap-add --cap-drop --args --argv0 --perms --size --remount-ro --overlay-src --tmp-overlay --ro-overlay',
);

/** Some of its options take two values. */
const bwrap: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  doing.unknown('it changes what the command sees of the system');
  let at = 0;
  while (at < args.length) {
    const word = args[at];
    if (!settled(word) || !word.text.startsWith('-')) break;
    at += twoValues.has(word.text) ? 3 : oneValue.has(word.text) ? 2 : 1;
    if (word.text === '--') break;
  }
  const words = args.slice(at);
  runInner(words, { doing, unsure: !settled(words[0]), options: { cwd: null } });
};

/** Labels for the command; without one of them the first operand is the whole label. */
const runcon: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  doing.unknown('it changes what the command sees of the system');
  const spec = { flags: '-c --compute', values: '-t --type -u --user -r --role -l --range', stopsAtOperand: true };
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  runInner(options.operands.slice(options.given.length === 0 ? 1 : 0), { doing, unsure });
};

/** `--` or nothing, then the name of a library or the arguments for a shell. */
const capsh: Program = (args, doing) => {
  doing.unknown('it changes what the command may do');
  const at = args.findIndex(({ text }) => text === '--' || text === '==');
  if (at !== -1) doing.run([literal('bash'), ...args.slice(at + 1)]);
};

/** What changes the rights of a command, or what it sees. */
export const confinerPrograms: ProgramTable = { bwrap, runcon, capsh };
