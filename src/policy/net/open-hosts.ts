import { areProved, type Fact } from '../../tool/fact.js';
import type { Grant } from '../grant/grant.js';
import { rulesOfGrant } from '../grant/granted-rules.js';
import type { PolicyInput } from '../policy.js';
import { parseAddress, parseHostPattern } from '../rule/host-pattern.js';
import { applies } from '../rule/match-rules.js';
import type { Rule } from '../rule/rule.js';
import { type HostRule, opensHost } from './host-gate.js';

export interface OpenHostsInput extends Pick<PolicyInput, 'facts' | 'mode' | 'profile' | 'tainted'> {
  readonly rules: readonly Rule[];
  /** Those in force. */
  readonly grants: readonly Grant[];
}

/**
 * What the processes of a call may connect to: the hosts its facts name, and those that rules and grants name. The latter
 * not for commands whose facts tell all they do, and while tainted only by those that say they hold then too.
 */
export function openHosts(input: OpenHostsInput): readonly HostRule[] {
  const { facts, tainted = false } = input;
  const rules = input.rules.filter((rule) => isNet(rule) && applies(rule.when, input));
  const grants = input.grants.filter((grant) => !tainted || grant.tainted === true);
  const standing = [
    ...rules.filter(({ verdict, when }) => verdict === 'allow' && (!tainted || when.tainted === true)),
    ...grants.flatMap((grant) => rulesOfGrant(grant) ?? []).filter(isNet),
  ].map(patternOf);
  const named = facts.filter((fact) => isOpening(fact) && (isAnswered(fact, input) || isCovered(fact, standing)));
  const hosts: readonly HostRule[] = [
    ...named.map(({ target }): HostRule => ({ verdict: 'allow', host: target, named: true })),
    ...(areProved(facts) ? [] : standing.filter(namesHost)).map((host): HostRule => ({ verdict: 'allow', host })),
  ];
  const strict = (['ask', 'deny'] as const).flatMap((verdict) =>
    rules.filter((rule) => rule.verdict === verdict).map((rule): HostRule => ({ verdict, host: patternOf(rule) })),
  );
  return [...hosts, ...strict];
}

const isNet = ({ subject }: Rule): boolean => subject.type === 'fact' && subject.kind === 'net';

const patternOf = ({ subject }: Rule): string => subject.pattern ?? '*';

/** A star lets calls pass that say where they connect to; it opens nothing to a process that does not say it. */
function namesHost(pattern: string): boolean {
  const parsed = parseHostPattern(pattern);
  return parsed.ok && parsed.pattern.host !== undefined;
}

const isOpening = ({ kind, known, forbidden }: Fact): boolean => kind === 'net' && known && forbidden !== true;

/** In `auto` nobody was asked: what is near (this machine, its network) opens only where it is named. */
function isAnswered({ target, refused }: Fact, { mode }: OpenHostsInput): boolean {
  return mode !== 'auto' || refused === true || parseAddress(target)?.near === false;
}

function isCovered({ target }: Fact, standing: readonly string[]): boolean {
  const address = parseAddress(target);
  if (address === undefined) return false;
  return standing.some((text) => {
    const parsed = parseHostPattern(text);
    return parsed.ok && opensHost(parsed.pattern, { ...address, port: address.port ?? 80 });
  });
}
