import type { Answer, Question } from '../../run/question.js';

/** What a person typed at a question, as its answer: numbers stand for options. A text: what is wrong with it. */
export function parseWords(typed: string, question: Extract<Question, { kind: 'input' }>): Answer | string {
  const { options, several } = question;
  const text = typed.trim();
  if (text === '') return 'Type an answer; Ctrl+C stops the turn.';
  if (several === true && options.length > 0) return parseSeveral(text, options);
  if (options.length === 0 || !/^\d{1,3}$/.test(text)) return { choice: 'text', text: typed };
  const chosen = options[Number(text) - 1];
  if (chosen !== undefined) return { choice: 'text', text: chosen };
  return `Give a number from 1 to ${options.length}, or your own words.`;
}

/** Numbers first, in any number, and own words behind them. */
function parseSeveral(text: string, options: readonly string[]): Answer | string {
  const numbers = /^(?:\d{1,3}(?:[\s,;]+|$))+/.exec(text)?.[0] ?? '';
  const picked = (numbers.match(/\d+/g) ?? []).map((number) => options[Number(number) - 1]);
  if (picked.includes(undefined)) return `Give numbers from 1 to ${options.length}, or your own words.`;
  const own = text.slice(numbers.length).trim();
  const texts = [...new Set([...picked, ...(own === '' ? [] : [own])])].filter((one) => one !== undefined);
  return { choice: 'several', texts };
}
