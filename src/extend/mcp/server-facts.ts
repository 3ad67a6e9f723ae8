import { shellQuote } from '../../base/shell-quote.js';
import { classifyUrl } from '../../policy/net/host.js';
import type { Fact } from '../../tool/fact.js';
import type { WorkspacePort } from '../../tool/port.js';
import { hookFacts } from '../hook/hook-facts.js';
import type { ServerSettings } from '../named-server.js';
import type { Launch } from './expand.js';

interface FactsContext {
  readonly workspace: WorkspacePort;
  readonly home: string | undefined;
}

/** What a call of a server does, as far as that is known: its program runs, or its host is connected to. */
export function serverFacts(launch: Launch, settings: ServerSettings, context: FactsContext): readonly Fact[] {
  if (launch.kind === 'web') {
    const { target } = classifyUrl(launch.url);
    return [{ kind: 'net', target, where: 'nowhere', known: true }];
  }
  const { words } = launch;
  const target = words.map(shellQuote).join(' ');
  const program: Fact = { kind: 'exec', target, where: 'workspace', known: true, words, plain: true };
  return [program, ...hookFacts(settings, context).map((fact): Fact => ({ ...fact, by: 0 }))];
}

/** The same of a call that no mode, rule or grant lets pass unasked. */
export const alwaysAsked = (facts: readonly Fact[], note: string): readonly Fact[] =>
  facts.map((fact, at) =>
    at > 0 ? fact : { ...fact, note, unread: true, ...(fact.kind === 'net' && { known: false }) },
  );

/** Of every call. */
export const noUndo = { possible: false, why: 'what a server does is its own' } as const;
