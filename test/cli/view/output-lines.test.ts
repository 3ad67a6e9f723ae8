import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutputLines } from '../../../src/cli/view/output-lines.js';
import { verifies } from '../../requirements.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function lines() {
  const shown: string[] = [];
  return { shown, output: createOutputLines((line) => void shown.push(line)) };
}

it('nothing is shown of a call that ends soon', () => {
  verifies('terminals.output.shown');
  const { shown, output } = lines();
  output.push('a', 'one\ntwo\n');
  vi.advanceTimersByTime(900);
  output.stop('a');
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([]);
});

it('lines of a long call are shown as they come, whole and harmless', () => {
  verifies('terminals.output.shown');
  const { shown, output } = lines();
  output.push('a', 'one\nhalf');
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(['  │ one']);
  output.push('a', ' and half\n10%\r50%\r100%\nbad\u001b[2Jword\n');
  vi.advanceTimersByTime(1);
  expect(shown.slice(1, 3)).toEqual(['  │ half and half', '  │ 100%']);
  expect(shown[3]).not.toContain('\u001b');
  output.push('b', 'other\n');
  output.stopAll();
  vi.advanceTimersByTime(5000);
  expect(shown).toHaveLength(4);
});

it('of a flood the newest line is shown now and then, and how many were not', () => {
  verifies('terminals.output.shown');
  const { shown, output } = lines();
  for (let at = 1; at <= 1000; at += 1) {
    output.push('a', `line ${at}\n`);
    vi.advanceTimersByTime(10);
  }
  expect(shown.length).toBeLessThan(50);
  expect(shown.at(-1)).toMatch(/line \d{3}/);
  expect(shown.some((line) => /… \d+ lines more/.test(line))).toBe(true);
});
