import { defined } from '../../base/defined.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';

const maxFiles = 100;

interface FoundFiles {
  readonly files: readonly string[];
  readonly total: number;
  readonly truncated: boolean;
  readonly unread: number;
}

/** Files by name, the newest first. */
export const glob = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'glob',
    description: `Finds files by pattern, the newest first, at most ${maxFiles}. A pattern may begin with a scope: public:/**/*.md; without one it is in private:/.`,
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        ignore: { type: 'array', items: { type: 'string' }, maxItems: 100, description: 'Globs of what to leave out.' },
      },
      required: ['pattern'],
    },
    toArguments: ({ pattern, ignore }) => ({
      ...scopedPattern(pattern),
      ...defined({ ignore }),
      sort: 'newest',
      max_results: maxFiles,
    }),
    toResult(found: FoundFiles | ToolFailure) {
      if (isFailure(found)) return found;
      const { files, total, truncated, unread } = found;
      return { files, count: total, truncated, ...(unread > 0 && { unread }) };
    },
  });

function scopedPattern(given: string): { readonly pattern: string; readonly path: string } {
  const scoped = /^(private|shared|public):\/+/.exec(given);
  if (scoped === null) return { pattern: given.replace(/^\/+/, ''), path: 'private:/' };
  return { pattern: given.slice(scoped[0].length), path: `${scoped[1]}:/` };
}

interface FoundLines {
  readonly lines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  readonly matches: number;
  readonly truncated: boolean;
  readonly unread: number;
  readonly flags: readonly string[];
}

/** Lines by regular expression. */
export const grep = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'grep',
    description: 'Searches the lines of files by regular expression and gives path:line: text.',
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'A regular expression.' },
        path: { type: 'string', description: 'A file or folder. Default private:/.' },
        include: { type: 'string', description: 'A glob of the files to search, such as *.ts.' },
      },
      required: ['pattern'],
    },
    toArguments: ({ pattern, path = 'private:/', include }) => ({
      pattern,
      path,
      ...defined({ include }),
    }),
    toResult(found: FoundLines | ToolFailure) {
      if (isFailure(found)) return found;
      const { lines, matches, truncated, unread } = found;
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
