import { judgeFloor } from '../../policy/floor.js';
import { classifyHost } from '../../policy/net/host.js';
import { askedEachTime } from '../../policy/phrase-refused.js';
import type { Places } from '../../policy/policy.js';
import { judgeProtected } from '../../policy/protected.js';
import { findsHost, parseAddress, parseHostPattern } from '../../policy/rule/host-pattern.js';
import type { Fact } from '../../tool/fact.js';
import type { ProcessEnd, ProcessStart, RunningProcess } from '../../tool/port.js';
import type { Confinement } from '../confinement.js';
import { createRefusalWatch, type RefusalWatch } from './refusal-watch.js';
import { type PlaceContext, refusedPlaces } from './refused-place.js';
import type { HostSign, Sign } from './sign.js';

export interface RefusalContext extends Places {
  readonly confinement: Pick<Confinement, 'mounts' | 'cwd' | 'hosts'>;
}

/** A process whose output is read for what the confinement refused to it. */
interface WatchedProcess<Request> {
  /** To start it with. */
  readonly request: Request;
  /** The process, whose end tells what was found beside what was known to be refused already. */
  follow(running: RunningProcess): RunningProcess;
}

/** More of them nobody reads. */
const maxReported = 10;

/**
 * Finds out what the sandbox kept a process from. Nothing tells us of a refused system call, so it is what programs print,
 * checked against the confinement. Of one that succeeded only what nobody could mistake counts: it may have printed a log.
 */
export function watchRefusals<Request extends Pick<ProcessStart, 'onOutput'>>(
  request: Request,
  context: RefusalContext,
): WatchedProcess<Request> {
  const watch = createRefusalWatch();
  const onOutput: ProcessStart['onOutput'] = (chunk, stream) => {
    watch.push(chunk, stream);
    return request.onOutput?.(chunk, stream);
  };
  return {
    request: { ...request, onOutput },
    follow: (running) => ({ ...running, ended: running.ended.then((end) => withRefused(end, watch, context)) }),
  };
}

function withRefused(end: ProcessEnd, watch: RefusalWatch, context: RefusalContext): ProcessEnd {
  const succeeded = end.state === 'exited' && end.exitCode === 0;
  const signs = watch.signs(succeeded ? 'strict' : undefined);
  const found = [...(end.refused ?? []), ...signs.flatMap((sign) => factsOf(sign, context))];
  const facts = found.filter((fact, at) => found.findIndex((other) => isSame(other, fact)) === at);
  if (facts.length === 0) return end;
  return { ...end, refused: facts.slice(0, maxReported).map((fact) => withLimits(fact, context)) };
}

function factsOf(sign: Sign, context: PlaceContext & Pick<RefusalContext, 'confinement'>): readonly Fact[] {
  if (sign.type === 'path') return refusedPlaces(sign, context);
  const host = refusedHost(sign, context.confinement.hosts);
  return host === undefined ? [] : [host];
}

const isSame = (a: Fact, b: Fact): boolean => a.kind === b.kind && a.target === b.target;

/** Says of a fact when no rule would allow it. */
function withLimits(fact: Fact, places: Places): Fact {
  const refused = { ...fact, refused: true };
  if (judgeFloor([fact], places).length > 0) return { ...refused, forbidden: true, note: 'this is never allowed' };
  if (judgeProtected([fact], places).length > 0) return { ...refused, note: askedEachTime };
  return refused;
}

/** The host a sign names, when that was not open. */
function refusedHost({ names }: HostSign, open: readonly string[]): Fact | undefined {
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
