import { offeredChoices } from '../../agent/parse-approval.js';
import { spacedJson } from '../../base/spaced-json.js';
import { localHarnessApproval } from '../../profile/local-harness/local-harness-data.js';
import type { Question } from '../../run/question.js';

export type PermissionQuestion = Extract<Question, { readonly kind: 'approval' }>;

/**
 * The prompt LocalHarness shows: the tool, all of its arguments, the risk, what would change, and the numbered choices.
 * Characters that would not be seen, or would steer a terminal, stand there as escapes.
 */
export function renderPermissionPrompt(question: PermissionQuestion): string {
  const { tool, level, preview, offers, withheld } = question;
  const change = preview.kind === 'diff' ? ['', visible(preview.diff.trimEnd())] : [];
  const once = offers.length === 0 && withheld !== undefined ? [`Only once: ${visible(withheld)}`] : [];
  const choices = offeredChoices(localHarnessApproval, question).map(({ words, label }) => `[${words[0]}] ${label}`);
  return [
    localHarnessApproval.title,
    '',
    `Tool: ${visible(tool)}`,
    `Arguments: ${visible(spacedJson(question.arguments))}`,
    `Risk: ${level.toUpperCase()}`,
    ...once,
    ...change,
    '',
    choices.join('  '),
  ].join('\n');
}

const visible = (text: string): string =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
