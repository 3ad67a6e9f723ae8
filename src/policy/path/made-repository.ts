import type { Fact } from '../../tool/fact.js';

/** Whether a command makes a Git repository and is known, from its facts, to put nothing of anybody else's in it. */
export function makesRepository(facts: readonly Fact[]): boolean {
  const commands = facts.filter(({ kind }) => kind === 'exec');
  return commands.some(makes) && commands.every((fact) => fact.proved === true || makes(fact) || isHarmless(fact));
}

/** Options that name no template, no setting and no other place. */
const plainOption =
  /^(?:-q|--quiet|--bare|-b|--initial-branch(?:=.*)?|--branch(?:=.*)?|--depth(?:=\d+)?|--single-branch|--no-tags|-n|--no-checkout)$/;

function makes({ words, plain }: Fact): boolean {
  if (plain !== true || words?.[0] !== 'git') return false;
  const [, command, ...rest] = words;
  if (command !== 'init' && command !== 'clone') return false;
  return rest.every((word) => word !== null && (!word.startsWith('-') || plainOption.test(word)));
}

/** They run what the settings of the repository name, and a new one names nothing. */
const harmless: ReadonlySet<string> = new Set(['add', 'commit', 'branch', 'checkout', 'switch', 'tag']);

const isHarmless = ({ words, plain }: Fact): boolean =>
  plain === true && words?.[0] === 'git' && harmless.has(words[1] ?? '');
