import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';

/**
 * Checks a table: in each line a command, `=>`, and what its program reports, parted by ` ; `. Of what is not known only
 * that it is said so counts, not the words. A dash stands for nothing at all.
 */
export function judgeTable(name: string, table: string, options: Parameters<typeof recordDoing>[1] = {}): void {
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  it.each(lines)(`${name}: %s`, (line) => {
    const [command = '', wanted = ''] = line.split(/ +=> */);
    const told = recordDoing(wordsOf(command.trim()), options).map((said) =>
      said.replace(/^(unknown|inline|unread) .*$/s, '$1'),
    );
    expect([...new Set(told)]).toEqual(wanted.trim() === '-' ? [] : wanted.trim().split(' ; '));
  });
}

/** The words of a command with plain quotes only; `⏎` between quotes is a new line. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  const pattern = /(?:'([^']*)'|"([^"]*)"|([^\s'"]+))+/g;
  for (const [word] of command.matchAll(pattern)) {
    words.push(
      [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)]
        .map(
          ([, single, double, plain = '']) =>
            (single ?? double)?.replaceAll('⏎', '\n') ?? plain.replace(/^\\(?=[;()!])/, ''),
        )
        .join(''),
    );
  }
  return words;
}
