import type { Group } from '../requirements.js';

/** What is promised of terminals, of build, and of commands that ask something. */
// biome-ignore format: one line a requirement
export const terminals = {
  'terminals.run.persistent': { says: 'run works in one shell: the folder and variables stay from one command to the next' },
  'terminals.run.marks': { says: 'unique marks bound the output of each command; exit code and output are told, without escape sequences' },
  'terminals.run.any-line': { says: 'any command line runs as it was judged: many lines, quotes, keys, UTF-8, syntax errors, whatever stood on the line' },
  'terminals.run.timeout': { says: 'what does not end in time is reported with its screen and goes on, until ctrl-c or close' },
  'terminals.run.ended': { says: 'a command that ends its shell is told, and the next one gets a new shell' },
  'terminals.screen.state': { says: 'the screen is told as rows of text with cursor, title, size and whether a program has all of it' },
  'terminals.screen.scrollback': { says: 'of what went up and out of the screen the last 1000 lines can be read' },
  'terminals.screen.programs': { says: 'full-screen programs work: an editor and a pager draw, take keys, and draw anew when they are resized' },
  'terminals.send.keys': { says: 'send types text and named keys; an unknown key is answered with those that are known' },
  'terminals.open.bounded': { says: 'at most four terminals are open at once, and an unknown id is answered with the known ones' },
  'terminals.flood.bounded': { says: 'a flood of output neither holds up the program nor grows its memory' },
  'terminals.policy.run': { says: 'run is judged as run_command in a clean shell, and beside that as unknown in any other' },
  'terminals.policy.send': { says: 'what is typed is judged as a command line and as unknown; reading, resizing and closing touch nothing' },
  'terminals.sandbox.confined': { says: 'what runs in a terminal is confined as a command is, with the same limits, and owns the terminal' },
  'terminals.sandbox.masters': { says: 'no other program gets hold of a terminal' },
  'terminals.sandbox.sweep': { says: 'protected paths are looked after as for background commands' },
  'terminals.session.ends': { says: 'terminals end with the session and with kill -9 of the program, with all they started, sandboxed or not' },
  'terminals.mask.rows': { says: 'a secret on the screen is masked, also in pieces, in colours, and across rows' },
  'terminals.taint.read': { says: 'whoever reads the screen of a program that reached a host has read text from outside' },
  'terminals.fuzz.typed': { says: 'random arguments give results or typed errors' },
  'terminals.native.missing': { says: 'where the native part is missing the tool is not offered, or answers with a clear error' },
  'terminals.chat.shown': { says: 'the chat lists terminals and shows what is on their screens' },
  'terminals.build.found': { says: 'build finds the command of twelve kinds of projects, tells which and why, and policy judges that command line' },
  'terminals.build.missing': { says: 'where nothing is found, build says what it looked for' },
  'terminals.command.no-terminal': { says: 'what run_command starts has no terminal: a prompt ends at once and cannot read from the person' },
  'terminals.command.streams': { says: 'by option run_command tells stdout and stderr apart, each cut with a note, and takes its time in seconds' },
  'terminals.output.shown': { says: 'what a long call prints is shown in the chat as it comes, at a rate a person can follow' },
} as const satisfies Group;
