import { messageOf } from '../../base/error.js';
import { wordsOf } from '../../base/words.js';
import type { Fact } from '../../tool/fact.js';
import type { CommandContext } from './command-context.js';
import { createFacts } from './facts.js';
import type { Shell } from './shell.js';
import type { ListNode } from './syntax/ast.js';
import { parseScript } from './syntax/parse-script.js';
import { scanLong, walkParsed } from './walk-script.js';
import { openWitness } from './witness/open-witness.js';

/** A longer command is never allowed unasked, and only searched for harm. */
const maxCommandBytes = 64 * 1024;

/**
 * What a bash command line would do, as facts. Allowing is a proof: only what is wholly understood is `known`. Denying
 * is a search: harm is looked for in everything that could be reached, also where the text cannot be read.
 */
export async function analyseCommand(text: string, context: CommandContext): Promise<readonly Fact[]> {
  const facts = createFacts();
  const shell: Shell = {
    context,
    facts,
    cwd: context.cwd,
    variables: new Map(),
    functions: new Map(),
    links: new Map(),
    depth: 0,
    doubt: hostileVariable(context),
    spent: { commands: 0, names: 0, rounds: 0 },
  };
  if (Buffer.byteLength(text) > maxCommandBytes) {
    scanLong(text, shell);
    return facts.list;
  }
  // The grammar of the second reader is loaded meanwhile; what goes wrong with that is told where it is needed.
  openWitness().catch(() => {});
  const parsed = parseScript(text);
  walkParsed(text, parsed, { shell });
  if (parsed.ok && facts.list.every(mayRunUnasked)) {
    const doubt = await doubtOfWitness(text, parsed.script);
    if (doubt !== undefined) {
      facts.unread(facts.add({ kind: 'exec', target: '…', where: 'nowhere', known: true }), doubt);
    }
  }
  return facts.list;
}

/** Proved, or such as a rule could allow. */
const mayRunUnasked = ({ kind, proved, plain, unread, forbidden }: Fact): boolean =>
  kind !== 'exec' ? forbidden !== true : unread !== true && (proved === true || plain === true);

/** Before anything may run unasked a second reader has to find the same commands. */
async function doubtOfWitness(text: string, script: ListNode): Promise<string | undefined> {
  try {
    const witness = await openWitness();
    return witness.agrees(text, script) ? undefined : 'it can be read in more than one way';
  } catch (error) {
    return `the second reader of commands cannot be loaded: ${messageOf(error)}`;
  }
}

/** Variables by which whoever set them steers every command. */
const steering = wordsOf(
  'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT BASH_ENV ENV SHELLOPTS BASHOPTS GLOBIGNORE POSIXLY_CORRECT',
);

function hostileVariable({ env }: CommandContext): string | undefined {
  const name = steering.find((one) => env[one] !== undefined && env[one] !== '');
  const imported = Object.keys(env).find((one) => one.startsWith('BASH_FUNC_'));
  const found = name ?? imported;
  return found === undefined ? undefined : `the variable ${found} is set here and steers what runs`;
}
