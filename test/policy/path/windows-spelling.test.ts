import { expect, it } from 'vitest';
import { isShortened, windowsSpelling } from '../../../src/policy/path/windows-spelling.js';

it.each([
  ['\\\\203.0.113.7\\share\\x', 'refuse'],
  ['\\\\?\\C:\\x', 'refuse'],
  ['\\\\.\\PhysicalDrive0', 'refuse'],
  ['\\\\?\\UNC\\203.0.113.7\\x', 'refuse'],
  ['//203.0.113.7/share/x', 'refuse'],
  ['//./pipe/x', 'refuse'],
  ['/\\203.0.113.7/x', 'refuse'],
  ['\\/203.0.113.7/x', 'refuse'],
  ['C:x.txt', 'ask'],
  ['C:\\x.txt', 'ask'],
  ['c:/x.txt', 'ask'],
  ['a.txt::$DATA', 'ask'],
  ['a:b', 'ask'],
  ['CON', 'ask'],
  ['con.txt', 'ask'],
  ['x/NUL', 'ask'],
  ['x\\nul', 'ask'],
  ['nul .txt', 'ask'],
  ['COM1', 'ask'],
  ['com\u00b9', 'ask'],
  ['LPT3.txt', 'ask'],
  ['CONIN$', 'ask'],
  ['..\\x', 'ask'],
  ['a\\..\\..\\x', 'ask'],
  ['\\x', 'ask'],
  ['/', undefined],
  ['///', undefined],
  ['///etc', undefined],
  ['src//index.ts', undefined],
  ['src\\index.ts', undefined],
  ['...', undefined],
  ['..foo/bar', undefined],
  ['../x', undefined],
  ['console.ts', undefined],
  ['null.ts', undefined],
  ['com10', undefined],
  ['a.con', undefined],
  ['auxiliary/x', undefined],
])('%j is %s on Windows', (path, expected) => {
  expect(windowsSpelling(path)).toBe(expected);
});

it.each([
  ['.git.', true],
  ['.git./config', true],
  ['a /b', true],
  ['a.txt ', true],
  ['...', true],
  ['GIT~1', true],
  ['x/PROGRA~1/y', true],
  ['PACKAG~1.JSO', true],
  ['.', false],
  ['..', false],
  ['../x', false],
  ['./a', false],
  ['a.b', false],
  ['backup~', false],
  ['a b.txt', false],
  ['longname~1', false],
])('whether Windows writes %j in another way: %s', (path, expected) => {
  expect(isShortened(path)).toBe(expected);
});

it('takes linear time', () => {
  const started = performance.now();
  for (const unit of ['. ', 'a:', 'con.', '\\..', '~1', 'a~'])
    for (const path of [unit.repeat(100_000), `${unit.repeat(100_000)}x`]) {
      windowsSpelling(path);
      isShortened(path);
    }
  expect(performance.now() - started).toBeLessThan(1000);
});
