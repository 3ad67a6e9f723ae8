import { boundText } from '../../base/text.js';
import { yAgentProfile } from '../../profile/y-agent/y-agent-profile.js';

/** A result of a tool within 10,000 characters: its head and tail, and between them how long it was and how much is shown. */
export const truncate_tool_result = (text: string, max: number = yAgentProfile.limits.resultChars): string =>
  boundText(text, max, (left) => `\n[truncated: ${text.length - left} of ${text.length} characters shown]\n`);
