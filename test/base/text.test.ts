import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createId } from '../../src/base/id.js';
import { nearest } from '../../src/base/nearest.js';
import { boundText, cutEnd, cutStart, firstLine, humanSize } from '../../src/base/text.js';
import { verifies } from '../requirements.js';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('text', () => {
  it('is never cut within a character', () => {
    verifies('design.rooms.code-point-cut', 'y-agent.pipeline.truncate-utf8');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        for (const cut of [cutEnd(text, max), cutStart(text, max)]) {
          expect(cut.length).toBeLessThanOrEqual(Math.max(max, 0));
          expect(cut).not.toMatch(loneSurrogate);
        }
      }),
    );
  });

  it('keeps head and tail within the bound, the notice included', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 60, maxLength: 400 }),
        fc.integer({ min: 40, max: 120 }),
        (text, max) => {
          const bound = boundText(text, max, (left) => `[${left} left out]`);
          expect(bound.length).toBeLessThanOrEqual(max);
          if (text.length > max) expect(bound).toMatch(/\[\d+ left out\]/);
          else expect(bound).toBe(text);
        },
      ),
    );
    expect(boundText('a'.repeat(50) + 'z'.repeat(50), 60, (left) => `[${left}]`)).toMatch(/^a+\[\d+\]z+$/);
  });

  it('is shown short', () => {
    expect(firstLine('\n  one\ntwo')).toBe('one');
    expect(firstLine('x'.repeat(200), 10)).toBe(`${'x'.repeat(9)}…`);
    expect([999, 1500, 12_345_678].map(humanSize)).toEqual(['999 B', '1.5 KB', '12 MB']);
  });

  it('finds what was meant, or nothing', () => {
    expect(nearest('reed_file', ['read_file', 'write_file'])).toBe('read_file');
    expect(nearest('rnu', ['run', 'sessions', 'tools'])).toBe('run');
    expect(nearest('ReadFile', ['read_file', 'write_file'])).toBe('read_file');
    expect(nearest('delete_everything', ['read_file', 'write_file'])).toBeUndefined();
  });

  it('makes ids that sort by time and do not repeat', () => {
    const ids = Array.from({ length: 5000 }, () => createId('x'));
    expect(new Set(ids).size).toBe(5000);
    expect(createId('x', 1000) < createId('x', 2000)).toBe(true);
    expect(ids[0]).toMatch(/^x_[0-9a-z]{26}$/);
  });
});
