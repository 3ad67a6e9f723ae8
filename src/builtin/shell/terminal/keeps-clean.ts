import { areProved, type Fact } from '../../../tool/fact.js';

/**
 * Whether a command leaves its shell as it was, but for the folder it stands in, which the shell tells: what is typed next
 * then means what it would in a new one. Whatever might do otherwise counts as if it did.
 */
export const keepsClean = (command: string, facts: readonly Fact[]): boolean =>
  facts.some(({ kind }) => kind === 'exec') && areProved(facts) && plain.test(command) && !changesShell.test(command);

/** No assignment, no function, no expansion. */
const plain = /^[^=(){}$`\\\n]*$/;

/** Words of bash that last. */
const changesShell =
  /\b(?:alias|unalias|bind|builtin|command|complete|compgen|compopt|coproc|declare|dirs|disown|enable|eval|exec|exit|export|getopts|hash|history|let|local|logout|mapfile|popd|printf|pushd|read|readarray|readonly|set|shift|shopt|source|trap|typeset|ulimit|umask|unset|wait)\b|(?:^|[\s;&|])\.(?:\s|$)/;
