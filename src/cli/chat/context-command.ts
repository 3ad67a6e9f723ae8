import type { ContextFacts } from '../../client/client-port.js';
import { unwrap } from '../../client/reply.js';
import { safeLine } from '../safe-text.js';
import { inFigures, renderUsed } from '../view/sent-requests.js';
import type { Chat } from './chat-state.js';

/** `/context`: what the model is sent with each request, part by part, and what that has cost. */
export async function showContext({ screen, port, session }: Chat): Promise<void> {
  for (const line of linesOf(unwrap(await port.readContext({ session: session.id })))) screen.line(line);
}

function linesOf(facts: ContextFacts): readonly string[] {
  const { contextTokens, compactedAt, systemTokens, tools, conversationTokens, sent } = facts;
  const all = systemTokens + tools.tokens + conversationTokens;
  const of =
    contextTokens === undefined ? '' : ` of ${inFigures(contextTokens)} (${Math.round((100 * all) / contextTokens)}%)`;
  const parts: readonly [string, number, string][] = [
    ['system message', systemTokens, ''],
    ['tools', tools.tokens, `${tools.count} definitions: ${declaredWords[tools.declared]}`],
    ['conversation', conversationTokens, ''],
  ];
  const width = inFigures(all).length;
  return [
    `${safeLine(facts.model)} is sent about ${inFigures(all)} tokens${of} with each request:`,
    ...parts.map(
      ([name, tokens, note]) => `  ${inFigures(tokens).padStart(width)}  ${name}${note === '' ? '' : `, ${note}`}`,
    ),
    ...(compactedAt === undefined
      ? []
      : [`Beyond ${inFigures(Math.round(compactedAt))} the earlier part is summarised.`]),
    sent.requests === 0 ? 'Nothing was sent yet.' : `So far: ${renderUsed(sent)}.`,
  ];
}

const declaredWords: Readonly<Record<ContextFacts['tools']['declared'], string>> = {
  few: 'few of ours, since reading more takes this model long; the others are found (exposure.declared)',
  builtin: 'all of ours, since its service keeps what it has read; others are found (exposure.declared)',
  profile: 'as the profile says',
};
