import { defined } from '../../base/defined.js';
import type { glob as builtinGlob } from '../../builtin/search/glob.js';
import type { grep as builtinGrep } from '../../builtin/search/grep.js';
import { openParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { type ResultOf, viewTool } from '../../tool/view-tool.js';
import { ignoredGlobs } from './file-tools.js';

const maxFiles = 100;

/** Files by name, the newest first. */
export const glob = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'glob',
    description: `Finds files by pattern, the newest first, at most ${maxFiles}. A pattern may begin with a scope: public:/**/*.md; without one it is in private:/.`,
    parameters: openParameters(['pattern'], { pattern: { type: 'string' }, ignore: ignoredGlobs }),
    toArguments: ({ pattern, ignore }) => ({
      ...scopedPattern(pattern),
      ...defined({ ignore }),
      sort: 'newest',
      max_results: maxFiles,
    }),
    toResult: ({ files, total, truncated, unread }: ResultOf<typeof builtinGlob>) => ({
      files,
      count: total,
      truncated,
      ...(unread > 0 && { unread }),
    }),
  });

function scopedPattern(given: string): { readonly pattern: string; readonly path: string } {
  const scoped = /^(private|shared|public):\/+/.exec(given);
  if (scoped === null) return { pattern: given.replace(/^\/+/, ''), path: 'private:/' };
  return { pattern: given.slice(scoped[0].length), path: `${scoped[1]}:/` };
}

/** Lines by regular expression. */
export const grep = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'grep',
    description: 'Searches the lines of files by regular expression and gives path:line: text.',
    parameters: openParameters(['pattern'], {
      pattern: { type: 'string', description: 'A regular expression.' },
      path: { type: 'string', description: 'A file or folder. Default private:/.' },
      include: { type: 'string', description: 'A glob of the files to search, such as *.ts.' },
    }),
    toArguments: ({ pattern, path = 'private:/', include }) => ({ pattern, path, ...defined({ include }) }),
    toResult({ lines, matches, truncated, unread }: ResultOf<typeof builtinGrep>) {
      const shown = lines.map(({ path, line, text }) => `${path}:${line}: ${text}`).join('\n');
      return {
        content: matches === 0 ? 'No matches found.' : shown,
        count: matches,
        strategy: 'ripgrep',
        ...(truncated && { truncated }),
        ...(unread > 0 && { unread }),
      };
    },
  });
