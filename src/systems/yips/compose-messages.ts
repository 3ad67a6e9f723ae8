import { findBuiltin } from '../../builtin/builtin-tools.js';
import { renderProtocolPrompt } from '../../profile/yips/protocol-prompt.js';
import { yipsSurface } from '../../profile/yips/yips-surface.js';
import { definitionOf } from '../../tool/registry.js';

/** A message of a chat request. */
export interface ChatRequestMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is told of the protocol, with all tools and skills. */
export const TOOL_PROTOCOL_SYSTEM_PROMPT: string = renderProtocolPrompt(yipsSurface(findBuiltin).map(definitionOf));

/** The messages of a request: the protocol prompt, CODE.md where there is one, and the history. It changes neither. */
export function composeChatRequestMessages(
  history: readonly ChatRequestMessage[],
  codeContextMessage?: ChatRequestMessage | null,
): readonly ChatRequestMessage[] {
  const code = codeContextMessage ?? undefined;
  return [{ role: 'system', content: TOOL_PROTOCOL_SYSTEM_PROMPT }, ...(code === undefined ? [] : [code]), ...history];
}
