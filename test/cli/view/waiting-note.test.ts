import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWaitingNote } from '../../../src/cli/view/waiting-note.js';
import { verifies } from '../../requirements.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells now and then that a model has not answered, until it does', () => {
  verifies('models.robust.waiting-told');
  const notes: string[] = [];
  const waiting = createWaitingNote((words) => notes.push(words));
  waiting.start('ollama/qwen3');
  vi.advanceTimersByTime(4000);
  expect(notes).toEqual([]);
  vi.advanceTimersByTime(17_000);
  expect(notes).toEqual([
    '  … ollama/qwen3 has not answered for 5 s; Ctrl+C stops',
    '  … ollama/qwen3 has not answered for 20 s; Ctrl+C stops',
  ]);
  waiting.stop();
  vi.advanceTimersByTime(600_000);
  expect(notes).toHaveLength(2);
  waiting.start('other');
  vi.advanceTimersByTime(6000);
  expect(notes.at(-1)).toContain('other has not answered for 5 s');
  waiting.stop();
});

it('tells what the server does meanwhile, as long as it takes', () => {
  verifies('models.robust.waiting-told', 'models.cache.progress');
  const notes: string[] = [];
  const waiting = createWaitingNote((words) => notes.push(words.replace('  … m ', '').replace('; Ctrl+C stops', '')));
  waiting.start('m');
  waiting.progress({ stage: 'loading' });
  vi.advanceTimersByTime(5000);
  waiting.progress({ stage: 'reading' });
  vi.advanceTimersByTime(15_000);
  waiting.progress({ stage: 'reading', done: 12_345, total: 34_000 });
  vi.advanceTimersByTime(400_000);
  expect(notes).toEqual([
    'is being loaded, for 5 s now',
    'has been reading for 20 s',
    ...[60, 120, 180, 300, 420].map((seconds) => `has read 36% of 34,000 tokens in ${seconds} s`),
  ]);
  waiting.start('m');
  vi.advanceTimersByTime(5000);
  expect(notes.at(-1)).toBe('has not answered for 5 s');
  waiting.stop();
});
