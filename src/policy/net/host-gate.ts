import {
  coversHost,
  findsHost,
  type HostAddress,
  type HostPattern,
  parseAddress,
  parseHostPattern,
  usualPorts,
} from '../rule/host-pattern.js';

/** One line of what a process may connect to. */
export interface HostRule {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** As rules name hosts. */
  readonly host: string;
  /** The call itself was allowed to connect there: it is one host and no pattern. */
  readonly named?: true;
}

/** `closed`: nothing opens it, and something could. `denied`: a rule is against it. */
export type HostVerdict = 'open' | 'closed' | 'denied';

/**
 * Decides on connections of a process. A rule that denies beats everything; one that asks beats other rules, but not what
 * the call was asked about. Without a line nothing is open, and no line opens everything.
 */
export function createHostGate(rules: readonly HostRule[]): (host: string, port: number) => HostVerdict {
  const patterns = (verdict: HostRule['verdict']): readonly HostPattern[] =>
    rules.filter((rule) => rule.verdict === verdict && rule.named !== true).flatMap(({ host }) => readPattern(host));
  const named = rules.filter((rule) => rule.named === true).map(({ host }) => parseAddress(host));
  const [allow, ask, deny] = [patterns('allow'), patterns('ask'), patterns('deny')];
  return (host, port) => {
    const address = parseAddress(`${host}:${port}`);
    if (address === undefined || !address.sure) return 'closed';
    if (deny.some((pattern) => findsHost(pattern, address))) return 'denied';
    if (named.some((one) => one !== undefined && isSame(one, address))) return 'open';
    if (ask.some((pattern) => findsHost(pattern, address))) return 'closed';
    return allow.some((pattern) => opensHost(pattern, address)) ? 'open' : 'closed';
  };
}

/** Whether a pattern opens an address: only one that names its host does. */
export function opensHost(pattern: HostPattern, address: HostAddress): boolean {
  const { host, scheme, port } = pattern;
  if (host === undefined || address.port === undefined) return false;
  const ports = port === undefined && scheme !== undefined ? [usualPorts[scheme]] : portsOf(port);
  return ports.includes(address.port) && coversHost({ ...pattern, scheme: undefined, port: address.port }, address);
}

function readPattern(host: string): readonly HostPattern[] {
  const parsed = parseHostPattern(host);
  return parsed.ok ? [parsed.pattern] : [];
}

function isSame(named: HostAddress, address: HostAddress): boolean {
  return named.sure && named.hosts[0] === address.hosts[0] && portsOf(named.port).includes(address.port);
}

/** Where no port is named, those of the web are meant. */
const portsOf = (port: number | undefined): readonly (number | undefined)[] =>
  port === undefined ? [80, 443] : [port];
