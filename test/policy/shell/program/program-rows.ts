import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/**
 * What is given for rows such as `cp -r a b => read a deep; write b deep` (a command, then what it does), beside what is
 * wanted. Of a note only its verb is compared, once.
 */
export function checkRows(
  rows: string,
  recording?: Parameters<typeof recordDoing>[1],
): { given: string; wanted: string } {
  const lines = rows.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const given = lines.map((line) => {
    const command = line.slice(0, line.indexOf('=>')).trim();
    const reports = recordDoing(quotedWords(command), recording).map((report) =>
      report.replace(/^(unknown|inline|unread|forbid) .*$/s, '$1'),
    );
    return `${command} => ${[...new Set(reports)].join('; ')}`.trim();
  });
  return { given: given.join('\n'), wanted: lines.join('\n') };
}

/** A scene in which only these paths exist, all of them folders when they end in a slash. */
export const sceneWith = (...paths: readonly string[]): NonNullable<Parameters<typeof recordDoing>[1]> => ({
  scene: {
    resolve: (path) => {
      const kind = paths.includes(path) ? 'file' : paths.includes(`${path}/`) ? 'directory' : 'missing';
      return { given: path, path, shown: path, inside: path.startsWith('/ws'), kind, size: 1 };
    },
  },
});
