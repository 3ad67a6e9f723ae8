import { ToolwrightError } from '../../base/error.js';
import type { RuleOrigin } from '../../policy/policy.js';
import { namesOf } from '../../tool/former-names.js';

/** When a hook is run. */
export const hookPoints = [
  /** A call passed its checks and is not planned yet: it may be refused or rewritten. */
  'before-call',
  /** A call that ran has ended, and the model has not read its result: that may be rewritten. */
  'after-call',
  /** A call has changed files; its result waits for the hook. */
  'file-written',
  /** A question waits for a person. */
  'person-needed',
  'session-opened',
  'session-closed',
] as const;

export type HookPoint = (typeof hookPoints)[number];

/** A command of the user that is run at a point of a session. */
export interface Hook {
  readonly on: HookPoint;
  /** A command line for the shell, run in the workspace. */
  readonly command: string;
  /** The tools it is about, each a name or a pattern with `*`; all when absent. */
  readonly tools?: readonly string[];
  /** 10,000 when absent, 120,000 at most. */
  readonly timeoutMs?: number;
  /** Files and folders it may write, from the workspace, or with `~/` from home; nothing when absent. */
  readonly writes?: readonly string[];
  /** Hosts it may connect to; none when absent. */
  readonly hosts?: readonly string[];
  /** The config file that brings it. One of a workspace is not run where nothing can confine it. */
  readonly origin?: RuleOrigin;
}

export const hookTime = { usual: 10_000, most: 120_000 } as const;

export const timeOfHook = ({ timeoutMs = hookTime.usual }: Hook): number => timeoutMs;

/** Whether a hook is about this tool, by any name that it has or had. */
export const isAbout = ({ tools }: Pick<Hook, 'tools'>, tool: string): boolean =>
  tools === undefined || namesOf(tool).some((name) => isNamed(name, tools));

/** Whether one of the patterns, in which `*` stands for anything, is about a name. */
export const isNamed = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matches(pattern, name));

function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === name;
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

/** Throws `bad-option` for a hook that would never do what was meant: not every caller is compiled. */
export function checkHook({ on, command, timeoutMs = hookTime.usual }: Hook): void {
  const isKnown = (hookPoints as readonly string[]).includes(on);
  const isTimed = Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= hookTime.most;
  if (isKnown && isTimed && typeof command === 'string' && command.trim() !== '') return;
  const points = hookPoints.join(', ');
  throw new ToolwrightError(
    'bad-option',
    `The option hooks cannot hold ${JSON.stringify({ on, command, timeoutMs })}: on is one of ${points}, command is not empty, and timeoutMs a whole number from 1 to ${hookTime.most}.`,
  );
}
