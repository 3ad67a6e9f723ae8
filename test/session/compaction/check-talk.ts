import { expect } from 'vitest';
import type { Message } from '../../../src/model/message.js';
import type { longTalk } from './long-talk.js';
import { faultsOf, type Seen } from './strict-model.js';

export type Talk = Awaited<ReturnType<typeof longTalk>>;

export const textOfAll = (messages: readonly Message[]): string => messages.map(({ text }) => text).join('\n');
export const compactionsOf = ({ events }: Talk) => events.filter((event) => event.type === 'history-compacted');
export const requestsOf = ({ model }: Talk): readonly Seen[] => model.seen.filter(({ summary }) => !summary);

export function figures(name: string, talk: Talk): string {
  const requests = requestsOf(talk);
  const most = Math.max(...requests.map(({ tokens }) => tokens));
  const by = compactionsOf(talk).map(({ body }) => body.summary?.by ?? 'shortened');
  const counts = ['model', 'digest', 'shortened'].map((one) => `${by.filter((kind) => kind === one).length} ${one}`);
  return `${name}: ${requests.length} requests, compactions: ${counts.join(', ')}; largest request ${most}, refused ${talk.model.refused.length}`;
}

/** Every request is as it must be, and nothing that has to stay is lost. */
export function checkTalk(talk: Talk, rounds: number): void {
  const requests = requestsOf(talk);
  expect(new Set(talk.ends)).toEqual(new Set(['answered']));
  expect(talk.model.refused).toEqual([]);
  expect(requests.flatMap(({ messages }) => faultsOf(messages))).toEqual([]);
  for (const [at, { messages }] of requests.entries()) {
    const said = textOfAll(messages);
    expect(said).toContain('REQUEST-0:');
    expect(said).toContain(`REQUEST-${Math.floor(at / rounds)}:`);
  }
}
