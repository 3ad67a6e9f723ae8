import type { Group } from '../requirements.js';

/** What holds when processes are killed, servers and clocks misbehave, and much happens at once. */
export const reliability = {
  'reliability.crash.fault-points': {
    says: 'a process killed at any fault point loses nothing and does nothing twice, as another program finds',
  },
  'reliability.crash.system-calls': {
    says: 'a process killed within a transaction of its store loses nothing and does nothing twice',
  },
  'reliability.recovery.told': { says: 'what becomes of calls that a killed program left open is told by the next' },
  'reliability.simulation.promises': {
    says: 'a simulated program keeps its promises whatever completes when and wherever it is killed',
  },
  'reliability.simulation.same-seed': { says: 'a simulation does the same for the same seed' },
  'reliability.provider.every-byte': {
    says: 'a stream that is cut at any byte, by RST or FIN, gives a failure and runs no call, in every protocol',
  },
  'reliability.provider.faults': {
    says: 'error answers, web pages, silence and garbage end as failures within their time, in every protocol',
  },
  'reliability.provider.cancel': { says: 'a cancel is honoured within 200 ms wherever a request stands' },
  'reliability.provider.malformed': {
    says: 'malformed event streams never give a call twice, nor one of an answer that failed',
  },
  'reliability.clock.order': { says: 'events are in the order of their numbers, whatever the wall clock does' },
  'reliability.clock.deadlines': { says: 'deadlines go by monotonic time, whatever the wall clock does' },
  'reliability.clock.grants': { says: 'a grant holds no longer than it should when the wall clock is set' },
  'reliability.many.sessions': { says: '200 sessions in one process lose, double and mix up no event' },
  'reliability.many.isolated': {
    says: 'a session that floods or hangs, and whose events nobody reads, does not hold up the others of its process',
  },
  'reliability.soak.flat': {
    says: 'memory, descriptors and temporary files stay where they were while sessions fail and go on',
  },
} as const satisfies Group;
