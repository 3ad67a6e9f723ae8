import { plural } from '../../base/text.js';
import { displayStale, isStaleFile, type StaleFile, showStale } from './stale-file.js';

/** What a tool that takes files away answers. */
export const removalResult = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    operation: { enum: ['delete', 'move'] },
    from: { type: 'string', description: 'Where it was before the move.' },
    kind: { enum: ['file', 'link', 'folder'] },
    files: { type: 'integer', description: 'How many files and links it held, itself included.' },
  },
  required: ['path', 'operation', 'kind', 'files'],
  additionalProperties: false,
} as const;

export interface RemovalResult {
  readonly path: string;
  readonly operation: 'delete' | 'move';
  readonly from?: string;
  readonly kind: 'file' | 'link' | 'folder';
  readonly files: number;
}

/** What the person reads. */
export const displayRemoval = (result: RemovalResult | StaleFile): string =>
  isStaleFile(result) ? displayStale(result) : showRemoval(result);

export function showRemoval(result: RemovalResult | StaleFile): string {
  if (isStaleFile(result)) return showStale(result);
  const { path, operation, from, kind, files } = result;
  const what = kind === 'folder' ? `the folder ${from ?? path} with ${plural(files, 'file')}` : `${from ?? path}`;
  const link = kind === 'link' ? ' (the link, not what it leads to)' : '';
  return operation === 'delete' ? `Deleted ${what}${link}.` : `Moved ${what} to ${path}${link}.`;
}
