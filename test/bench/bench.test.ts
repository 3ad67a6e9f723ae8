import { expect, it } from 'vitest';
import { type Bar, checkBars } from '../../bench/bars.js';
import { type Figures, median, pairedRatio, rowsOf } from '../../bench/figures.js';
import { measure, shuffled } from '../../bench/measure.js';
import { renderReport } from '../../bench/report.js';
import type { Contender } from '../../bench/scenario.js';
import { verifies } from '../requirements.js';

const at = (wall: number, cpu = wall) => ({ wall, cpu });
const race: Figures = {
  race: 'a race',
  unit: 'µs/call',
  samples: new Map([
    ['hand-written', [at(1), at(10, 2), at(2)]],
    ['toolwright', [at(3), at(20, 8), at(8)]],
  ]),
};

it('compares the samples of the same repetition and takes the median', () => {
  verifies('core.bench.interleaved');
  // A machine that was ten times slower for one repetition changes nothing.
  expect(pairedRatio(race, { contender: 'toolwright', against: 'hand-written' })).toBe(3);
  expect(pairedRatio(race, { contender: 'toolwright', against: 'hand-written', clock: 'cpu' })).toBe(4);
  expect(pairedRatio(race, { contender: 'toolwright', against: 'nobody' })).toBeNaN();
  expect([median([]), median([3]), median([4, 1]), median([9, 1, 2])]).toEqual([Number.NaN, 3, 2.5, 2]);
  expect(rowsOf(race)).toEqual([
    { race: 'a race', unit: 'µs/call', contender: 'hand-written', cost: at(2, 2), ratio: at(1, 1) },
    { race: 'a race', unit: 'µs/call', contender: 'toolwright', cost: at(8, 8), ratio: at(3, 4) },
  ]);
});

it('misses a bar over its limit, at a limit that must not be reached, and without figures', () => {
  const bar: Bar = { says: 'a bar', race: 'a race', contender: 'toolwright', against: 'hand-written', limit: 3 };
  const ok = (changed: Partial<Bar>) => checkBars([{ ...bar, ...changed }], [race])[0]?.ok;
  expect([ok({}), ok({ limit: 2.9 }), ok({ below: true }), ok({ below: true, limit: 3.1 })]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([ok({ race: 'no such race' }), ok({ against: 'nobody' })]).toEqual([false, false]);
  const report = renderReport(rowsOf(race), checkBars([bar, { ...bar, limit: 2, says: 'another' }], [race]));
  expect(report.split('\n')).toEqual([
    '                      µs/call     ×  of CPU     ×',
    'a race  hand-written     2.00  1.00    2.00  1.00',
    '        toolwright       8.00  3.00    8.00  4.00',
    '',
    'ok      3.00 ≤ 3  a bar',
    'MISSED  3.00 ≤ 2  another',
  ]);
});

it('holds a bar without another contender against the largest cost, and shows each unit in a table of its own', () => {
  verifies('models.bench.memory');
  const memory: Figures = {
    race: 'memory',
    unit: 'MB',
    samples: new Map([['toolwright', [at(60, Number.NaN), at(130, Number.NaN), at(61, Number.NaN)]]]),
  };
  const bar: Bar = { says: 'its memory', race: 'memory', contender: 'toolwright', limit: 120, aim: 90 };
  const checked = checkBars([bar, { ...bar, limit: 130 }, { ...bar, contender: 'nobody' }], [race, memory]);
  expect(checked.map(({ figure, unit, ok }) => ({ figure, unit, ok }))).toEqual([
    { figure: 130, unit: 'MB', ok: false },
    { figure: 130, unit: 'MB', ok: true },
    { figure: Number.NaN, unit: 'MB', ok: false },
  ]);
  const report = renderReport([...rowsOf(race), ...rowsOf(memory)], checked.slice(0, 1));
  expect(report.split('\n')).toEqual([
    '                      µs/call     ×  of CPU     ×',
    'a race  hand-written     2.00  1.00    2.00  1.00',
    '        toolwright       8.00  3.00    8.00  4.00',
    '',
    '                       MB     ×',
    'memory  toolwright  61.00  1.00',
    '',
    'MISSED  130 ≤ 120 MB  its memory (aim 90, not reached)',
  ]);
});

it('takes what contenders report instead of timing them, and warms processes up with one run', async () => {
  let runs = 0;
  const contender: Contender = {
    name: 'a',
    expected: { calls: 1, text: 'done' },
    run: async () => {
      runs += 1;
      return { calls: 1, text: 'done', cost: runs * 10 };
    },
  };
  const reporting = {
    name: 'reported',
    repetitions: 2,
    contenders: [contender],
    reports: 'ms',
    processes: true,
  } as const;
  const { unit, samples } = await measure(reporting, { warmUpMs: 500, sampleMs: 500 });
  expect({ unit, samples: samples.get('a') }).toEqual({
    unit: 'ms',
    samples: [at(20, Number.NaN), at(30, Number.NaN)],
  });
});

it('runs every contender once in each repetition, in changing order', async () => {
  verifies('core.bench.interleaved');
  const order: string[] = [];
  const contender = (name: string): Contender => ({
    name,
    expected: { calls: 1, text: 'done' },
    run: async () => {
      order.push(name);
      return { calls: 1, text: 'done' };
    },
  });
  const contenders = ['a', 'b', 'c'].map(contender);
  const figures = await measure({ name: 'order', repetitions: 4, contenders }, { warmUpMs: 0, sampleMs: 0 });
  const turns = [0, 3, 6, 9].map((start) => order.slice(start, start + 3));
  expect(turns.map((turn) => turn.toSorted().join(''))).toEqual(['abc', 'abc', 'abc', 'abc']);
  expect(new Set(turns.map((turn) => turn.join(''))).size).toBeGreaterThan(1);
  expect(Array.from(figures.samples, ([name, { length }]) => `${name}${length}`)).toEqual(['a4', 'b4', 'c4']);

  const firsts = new Set(Array.from({ length: 60 }, (_, seed) => shuffled(['a', 'b', 'c', 'd'], seed).join('')));
  expect(firsts.size).toBeGreaterThan(15);
  const idle: Contender = { ...contender('idle'), run: async () => ({ calls: 0, text: '' }) };
  const failing = measure({ name: 'idle', repetitions: 1, contenders: [idle] }, { warmUpMs: 0, sampleMs: 0 });
  await expect(failing).rejects.toThrow('idle came to {"calls":0,"text":""} instead of {"calls":1,"text":"done"}');
});
