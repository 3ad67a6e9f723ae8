import { describe, expect, it } from 'vitest';
import { codePointOf, findLookAlikes, type TextPlace } from '../../src/base/look-alike.js';
import { verifies } from '../requirements.js';

const found = (text: string, place: TextPlace = 'command'): readonly string[] =>
  findLookAlikes(text, place).map(({ char, script, like }) => `${codePointOf(char)} ${script} ${like ?? '?'}`);

describe('look-alikes', () => {
  it.each([
    ['c\u0430t x', ['U+0430 Cyrillic a']],
    ['n\u03c1m test', ['U+03C1 Greek p']],
    ['\u0441\u0440 a b', ['U+0441 Cyrillic c', 'U+0440 Cyrillic p']],
    ['\u0441\u0440 a # \u043f\u0440\u0438\u0432\u0435\u0442', ['U+0441 Cyrillic c', 'U+0440 Cyrillic p']],
    ['\uff52m x', ['U+FF52 Latin r']],
    ['\u{1d42b}m x', ['U+1D42B Common r']],
    ['a\u2215b', ['U+2215 Common /']],
    ['rm \u2013rf', ['U+2013 Common -']],
    ['git log \u2014\u2014force', ['U+2014 Common -']],
    ['x\u037e y', ['U+037E Common ;']],
    ['a\u05d5b', ['U+05D5 Hebrew ?']],
    ['echo 1\u0662', ['U+0662 Arabic ?']],
    ['cat \u2025/x', ['U+2025 Common ..']],
    ['a\u2100b', ['U+2100 Common a/c']],
  ])('names those of %j', (text, names) => {
    verifies('question.shown.look-alikes');
    expect(found(text)).toEqual(names);
  });

  it.each([
    'na\u00efve caf\u00e9 \u0141\u00f3d\u017a',
    '\u043f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440',
    '\u043a\u0430\u043a \u0440\u0430\u0437 \u0434\u043b\u044f README',
    'src/\u043e\u0442\u0447\u0451\u0442.md',
    '\u03ba\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1',
    '\u0394t \u03c0r\u00b2 \u03bcm',
    '\u65e5\u672c\u8a9e\u306eREADME\uff08\u65b0\uff09',
    '\ub85c\uadf8\uc778 API',
    '\u05e9\u05dc\u05d5\u05dd git',
    '\u0645\u0631\u062d\u0628\u0627',
    'x\u00b2 \u2116 5 \u2122 \u2460 \u2139\ufe0f \u2026 1\u20135 \u2013 so',
    '\u{1f680}\u{1f1eb}\u{1f1f7}',
  ])('finds none in %j', (text) => {
    verifies('question.shown.look-alikes');
    expect(found(text)).toEqual([]);
    expect(found(text, 'prose')).toEqual([]);
  });

  it('leaves the typography of prose alone, not the letters', () => {
    expect(found('step\u2011by\u2011step, 3 \u2217 4, a \u2223 b', 'prose')).toEqual([]);
    expect(found('step\u2011by\u2011step', 'name')).toEqual(['U+2011 Common -']);
    expect(found('p\u0430ypal', 'prose')).toEqual(['U+0430 Cyrillic a']);
    expect(found('https:\u2215\u2215x a\u2215b', 'prose')).toEqual(['U+2215 Common /']);
  });

  it('is bounded', () => {
    const many = Array.from({ length: 300 }, (_, at) => `a${String.fromCodePoint(0x13a0 + (at % 80))}`).join(' ');
    expect(found(many).length).toBeLessThanOrEqual(40);
  });
});
