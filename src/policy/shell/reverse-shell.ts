import type { Fact } from '../../tool/fact.js';
import { socketNote } from './redirect.js';
import type { Shell } from './shell.js';

const why = 'it connects a shell to the network: whoever answers runs commands here';

/** A shell whose input or output is a connection: whoever is at the other end runs commands here. */
export function forbidReverseShell(first: number, { facts }: Shell): void {
  const names = facts.list
    .slice(first)
    .flatMap(({ kind, words }, index) =>
      kind === 'exec' ? [{ at: first + index, name: (words?.[0] ?? '').replace(/^.*\//, ''), words }] : [],
    );
  const connected =
    names.some(({ name, words }) => lines.has(name) || (name === 'openssl' && words?.[1] === 's_client')) ||
    facts.list.slice(first).some(isSocket);
  const runner = names.find(({ name }) => shells.has(name) || name === 'eval');
  if (connected && runner !== undefined) {
    facts.forbid(runner.at, why);
  }
}

const isSocket = ({ kind, note }: Fact): boolean => kind === 'net' && note === socketNote;

const lines = new Set(['nc', 'ncat', 'netcat', 'telnet', 'socat']);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'csh', 'tcsh']);

/** A shell that is redirected to a connection of bash's own. */
export function forbidSocket(before: number, at: number, shell: Shell): void {
  const { facts } = shell;
  const name = (facts.list[at]?.words?.[0] ?? '').replace(/^.*\//, '');
  if (!facts.list.slice(before).some(isSocket)) return;
  if (name === 'exec') facts.forbid(at, why);
  else forbidReverseShell(before, shell);
}
