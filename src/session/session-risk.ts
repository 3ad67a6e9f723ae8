import type { RiskModes } from '../agent/profile.js';
import { ToolwrightError } from '../base/error.js';
import type { AnswerOrigin } from '../run/question.js';
import type { SessionRecord } from './event.js';
import type { SessionStream } from './session-stream.js';

/** The risk mode of a session and of all that work for it; undefined where its profile has none. */
export interface SessionRisk {
  readonly now: string | undefined;
  own: string | undefined;
}

interface Risky {
  readonly name: string;
  readonly riskModes?: RiskModes | undefined;
}

/** Begins with what is asked for, else with what the session was left in. Throws `bad-option` for a mode there is none of. */
export function createRisk(
  { name, riskModes }: Risky,
  { given, last }: { readonly given: string | undefined; readonly last: string | undefined },
): SessionRisk {
  if (given !== undefined) checkRiskMode(given, { name, riskModes });
  const kept = riskModes !== undefined && last !== undefined && Object.hasOwn(riskModes.modes, last) ? last : undefined;
  return {
    own: given ?? kept ?? riskModes?.usual,
    get now() {
      return riskModes?.now?.() ?? this.own;
    },
  };
}

/** Throws `bad-option` where a profile has no such risk mode, or its program alone says which one holds. */
export function checkRiskMode(mode: string, profile: Risky): void {
  const problem = riskProblem(mode, profile);
  if (problem !== undefined) throw new ToolwrightError('bad-option', problem);
}

/** Why a profile cannot be put into this risk mode; undefined where it can. */
export function riskProblem(
  mode: string,
  { name, riskModes }: { readonly name: string; readonly riskModes?: Pick<RiskModes, 'modes' | 'now'> | undefined },
): string | undefined {
  if (riskModes === undefined) return `The profile ${name} has no risk modes: its mode says what runs unasked.`;
  if (riskModes.now !== undefined)
    return `The program that brings the profile ${name} keeps its risk mode: change it there.`;
  if (Object.hasOwn(riskModes.modes, mode)) return undefined;
  const given = JSON.stringify(String(mode).slice(0, 64));
  return `The profile ${name} has no risk mode ${given}: use ${Object.keys(riskModes.modes).join(', ')}.`;
}

/** Changes it, and records who did. */
export function changeRisk(
  to: string,
  {
    risk,
    stream,
    origin,
  }: {
    readonly risk: SessionRisk;
    readonly stream: Pick<SessionStream, 'used' | 'record'>;
    readonly origin: AnswerOrigin;
  },
): void {
  const { now: from } = risk;
  if (from === undefined || from === to) return;
  risk.own = to;
  stream.used = true;
  stream.record({ type: 'risk-mode-changed', body: { from, to, origin } });
}

/** The risk mode a stored session was in when it ended. */
export function lastRiskMode(past: readonly SessionRecord[]): string | undefined {
  const event = past.findLast(({ type }) => type === 'risk-mode-changed' || type === 'session-opened');
  if (event?.type === 'risk-mode-changed') return event.body.to;
  return event?.type === 'session-opened' ? event.body.riskMode : undefined;
}
