import { isBroadPrefix } from './broad-programs.js';
import { parseCommandPattern, programName } from './command-pattern.js';
import { parsePathPattern } from './path-pattern.js';
import type { Rule } from './rule.js';

/**
 * Why a rule that allows is broader than a folder may bring, or than should be offered to be kept; undefined when it
 * names what it allows: a command with its words, paths in the workspace, a host, an MCP tool.
 */
export function breadthOf({ verdict, subject }: Rule): string | undefined {
  if (verdict !== 'allow') return undefined;
  const { pattern } = subject;
  if (subject.type === 'tool') {
    // A server is named, whatever its tools are.
    if (/^mcp__[^_*][^*]*?__/.test(subject.name)) return undefined;
    if (subject.name.includes('*')) return 'it allows tools it does not name';
    if (pattern === undefined) return 'it allows everything that tool does';
  }
  if (subject.type === 'fact' && subject.kind === 'secret') return 'it allows the use of secrets';
  if (pattern === undefined || /^[*?]*$/.test(pattern)) return 'it does not say what it allows';
  if (leavesWorkspace(pattern)) return 'it allows what lies outside the workspace';
  return subject.type === 'tool' || subject.kind === 'exec' ? broadCommand(pattern) : undefined;
}

function leavesWorkspace(pattern: string): boolean {
  const parsed = parsePathPattern(pattern);
  return parsed.ok && parsed.pattern.choices.some(({ from }) => from === 'home' || from === 'system');
}

function broadCommand(pattern: string): string | undefined {
  const parsed = parseCommandPattern(pattern);
  if (!parsed.ok || !parsed.pattern.prefix) return undefined;
  const { words } = parsed.pattern;
  const [program = '', ...args] = words;
  return isBroadPrefix(programName(program), args)
    ? `all that begins with ${words.join(' ')} can be anything`
    : undefined;
}
