import type { Question } from '../run/question.js';

/** A question in plain words, for hosts that have none of their own. */
export function questionText(question: Question): string {
  if (question.kind === 'input') return question.text;
  const { tool, preview, reasons, level } = question;
  return [
    `May ${tool} run? (${level})`,
    previewText(question.arguments, preview),
    ...reasons.map((reason) => `- ${reason}`),
  ].join('\n');
}

function previewText(args: unknown, preview: Extract<Question, { kind: 'approval' }>['preview']): string {
  if (preview.kind === 'text') return preview.text;
  if (preview.kind === 'command') return `${preview.command}\nin ${preview.cwd}`;
  if (preview.kind === 'diff') return `${preview.operation} ${preview.path}\n${preview.diff}`;
  return JSON.stringify(args) ?? '';
}
