import { classifyHost } from '../../policy/net/host.js';
import { findsHost, parseAddress, parseHostPattern } from '../../policy/rule/host-pattern.js';
import type { Fact } from '../../tool/fact.js';
import type { HostSign } from './sign.js';

/** The host a sign names, when that was not open. */
export function refusedHost({ names }: HostSign, open: readonly string[]): Fact | undefined {
  const target = names.find((name) => canBeOpened(name) && !isOpen(name, open));
  return target === undefined ? undefined : { kind: 'net', target, where: 'nowhere', known: true, refused: true };
}

/** What is on this machine is not reached through the network. */
function canBeOpened(name: string): boolean {
  const { kind } = classifyHost(name);
  return kind !== 'invalid' && kind !== 'loopback' && !/^(?:127\.|0\.0\.0\.0|\[::\])/.test(name);
}

function isOpen(name: string, open: readonly string[]): boolean {
  const address = parseAddress(name);
  return open.some((text) => {
    const parsed = parseHostPattern(text);
    return address !== undefined && parsed.ok && findsHost(parsed.pattern, address);
  });
}
