import type { Surface } from '../../agent/profile.js';
import type { Listing } from '../../builtin/file/listing.js';
import type { ReadResult } from '../../builtin/file/read-result.js';
import { showRead } from '../../builtin/file/read-result.js';
import { createReplaceLines } from '../../builtin/file/replace-lines.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { isBlobAddress } from '../../workspace/blob-address.js';
import { showViews, type Views } from '../show-views.js';

/** The six tools of the vault. Every parameter is required, and every path begins at the top of the vault. */
export const astraSurface: Surface = (builtin) => showViews(views, builtin);

const text = { type: 'string' } as const;

const listView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'list',
    description: 'List files/folders with given prefix',
    parameters: strictParameters(['prefix'], { prefix: text }),
    toArguments: ({ prefix }) => ({
      prefix: fromTop(prefix),
      show_hidden: /(?:^|\/)\./.test(fromTop(prefix)),
      max_entries: 1000,
    }),
    toResult: (listing: Listing, { prefix }) => pathsOf(listing, fromTop(prefix)),
  });

/** `""`, `/` and `.` are the whole vault. */
const fromTop = (prefix: string): string => (prefix === '.' ? '' : prefix.replace(/^(?:\.?\/)+/, ''));

/** What begins so, folders with a slash; not the folder itself that the prefix names. */
function pathsOf({ entries, left_out, cut }: Listing, prefix: string): readonly string[] {
  const named = prefix.endsWith('/') ? prefix : `${prefix}/`;
  const paths = entries.map(({ type, name }) => (type === 'DIR' ? `${name}/` : name)).filter((path) => path !== named);
  const more = left_out > 0 || cut === true;
  return more ? [...paths, '(there are more: list again with a longer prefix)'] : paths;
}

const readView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'read',
    description: 'Read file contents',
    parameters: strictParameters(['path'], { path: text }),
    limits: { resultChars: maxReadChars },
    toArguments: ({ path }) => inVault(path, { path, numbered: false }),
    show: (result: ReadResult) =>
      showRead(
        result.notice === undefined ? result : { ...result, notice: 'the rest is too long to be read in one call' },
      ),
  });

/** Leaves room for the question within what is sent of a conversation. */
const maxReadChars = 30_000;

const writeView =
  (name: string, description: string) =>
  (tool: Tool): Tool =>
    viewTool(tool, {
      name,
      description,
      parameters: strictParameters(['path', 'content'], { path: text, content: text }),
      toArguments: ({ path, content }) => inVault(path, { path, content }),
    });

const lineEditView = (): Tool =>
  viewTool(createReplaceLines({ outside: 'clamp' }), {
    name: 'line_edit',
    description: 'Edit specific lines, from 1 and inclusive (confirmation required)',
    parameters: strictParameters(['path', 'startLine', 'endLine', 'newContent'], {
      path: text,
      startLine: { type: 'integer' },
      endLine: { type: 'integer' },
      newContent: text,
    }),
    toArguments: ({ path, startLine, endLine, newContent }) =>
      inVault(path, { path, line_start: startLine, line_end: endLine, content: newContent }),
  });

const activeFileView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'active_file',
    description: 'Get currently active file path',
    parameters: strictParameters([], {}),
    toArguments: () => ({}),
    toResult: ({ path }: { readonly path: string | null }) => path,
  });

const views: Views = [
  ['list_dir', listView],
  ['read_file', readView],
  ['write_file', writeView('write', 'Write/create file (confirmation required)')],
  ['append_file', writeView('append', 'Append to file (confirmation required)')],
  ['replace_lines', lineEditView],
  ['active_file', activeFileView],
];

function inVault<Args extends object>(path: string, args: Args): Args | ToolFailure {
  if (isBlobAddress(path)) return args;
  if (!path.startsWith('/') && !path.split('/').includes('..')) return args;
  return fail(
    'validation_failed',
    `${path} is no path of the vault. Give it from the top of the vault, without ".." and a slash before it: notes/daily.md.`,
  );
}
