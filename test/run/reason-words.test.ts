import { expect, it } from 'vitest';
import type { Answer } from '../../src/run/question.js';
import { reasonWords } from '../../src/run/reason-words.js';

it.each<[Answer, string]>([
  [{ choice: 'deny', reason: 'use git mv' }, ' They say: use git mv.'],
  [{ choice: 'deny', reason: 'Really?' }, ' They say: Really?'],
  [{ choice: 'deny', reason: 'No.' }, ' They say: No.'],
  [{ choice: 'deny', reason: 'No!' }, ' They say: No!'],
  [{ choice: 'deny', reason: 'well…' }, ' They say: well…'],
  [{ choice: 'deny' }, ''],
  [{ choice: 'text', text: 'no' }, ''],
])('of %j: %j', (answer, words) => {
  expect(reasonWords(answer)).toBe(words);
});
