import type { CommandContext } from '../../../../src/policy/shell/command-context.js';
import { recordDoing } from '../record-doing.js';

/** What stands in the workspace of these tests; everything else is missing. */
const files = ['/ws', '/ws/src', '/ws/src/a.ts', '/ws/README.md', '/ws/.env', '/ws/f', '/ws/sub', '/ws/sub/a.ts'];

const scene: Partial<CommandContext> = {
  resolve: (path) => ({
    given: path,
    path,
    shown: path,
    inside: path === '/ws' || path.startsWith('/ws/'),
    kind: files.includes(path) ? 'file' : 'missing',
    size: 1,
  }),
};

/** Words parted by spaces; single quotes hold words together. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));

/** What git would do in a workspace without a repository. */
export const record = (command: string): readonly string[] => recordDoing(wordsOf(command), { scene });

/** The lines of a text that say something. */
export const lines = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
