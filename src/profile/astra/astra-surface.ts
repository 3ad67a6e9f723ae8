import type { Surface } from '../../agent/profile.js';
import type { Listing } from '../../builtin/file/listing.js';
import type { ReadResult } from '../../builtin/file/read-result.js';
import { showRead } from '../../builtin/file/read-result.js';
import { createReplaceLines } from '../../builtin/file/replace-lines.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { isBlobAddress } from '../../workspace/blob-address.js';

/** The six tools of the vault. Every parameter is required, and every path begins at the top of the vault. */
export const astraSurface: Surface = (builtin) => {
  const views: readonly (readonly [tool: Tool | undefined, view: (tool: Tool) => Tool])[] = [
    [builtin('list_dir'), listView],
    [builtin('read_file'), readView],
    [builtin('write_file'), writeView],
    [builtin('append_file'), appendView],
    [builtin('replace_lines') && createReplaceLines({ outside: 'clamp' }), lineEditView],
    [builtin('active_file'), activeFileView],
  ];
  return views.flatMap(([tool, view]) => (tool === undefined ? [] : [view(tool)]));
};

const listView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'list',
    description: 'List files/folders with given prefix',
    parameters: strings('prefix'),
    toArguments: ({ prefix }) => ({
      prefix: fromTop(prefix),
      show_hidden: /(?:^|\/)\./.test(fromTop(prefix)),
      max_entries: 1000,
    }),
    toResult: (listing: Listing | ToolFailure, { prefix }) =>
      isFailure(listing) ? listing : pathsOf(listing, fromTop(prefix)),
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
    parameters: strings('path'),
    limits: { resultChars: maxReadChars },
    toArguments: ({ path }) => inVault(path, { path, numbered: false }),
    show: (result: ReadResult) =>
      showRead(
        result.notice === undefined ? result : { ...result, notice: 'the rest is too long to be read in one call' },
      ),
  });

/** Leaves room for the question within what is sent of a conversation. */
const maxReadChars = 30_000;

const writeView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'write',
    description: 'Write/create file (confirmation required)',
    parameters: strings('path', 'content'),
    toArguments: ({ path, content }) => inVault(path, { path, content }),
  });

const appendView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'append',
    description: 'Append to file (confirmation required)',
    parameters: strings('path', 'content'),
    toArguments: ({ path, content }) => inVault(path, { path, content }),
  });

const lineEditView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'line_edit',
    description: 'Edit specific lines, from 1 and inclusive (confirmation required)',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        startLine: { type: 'integer' },
        endLine: { type: 'integer' },
        newContent: { type: 'string' },
      },
      required: ['path', 'startLine', 'endLine', 'newContent'],
      additionalProperties: false,
    },
    toArguments: ({ path, startLine, endLine, newContent }) =>
      inVault(path, { path, line_start: startLine, line_end: endLine, content: newContent }),
  });

const activeFileView = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'active_file',
    description: 'Get currently active file path',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    toArguments: () => ({}),
    toResult: (result: { readonly path: string | null } | ToolFailure) => (isFailure(result) ? result : result.path),
  });

/** Parameters that are all text and all required. */
function strings<const Name extends string>(...names: readonly Name[]) {
  const text = { type: 'string' } as const;
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>,
    required: names,
    additionalProperties: false,
  } as const;
}

function inVault<Args extends object>(path: string, args: Args): Args | ToolFailure {
  if (isBlobAddress(path)) return args;
  if (!path.startsWith('/') && !path.split('/').includes('..')) return args;
  return fail(
    'validation_failed',
    `${path} is no path of the vault. Give it from the top of the vault, without ".." and a slash before it: notes/daily.md.`,
  );
}
