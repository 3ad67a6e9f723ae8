import { defined } from '../../base/defined.js';
import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Plan } from '../../tool/plan.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact } from '../place-fact.js';
import { decodeExactly } from '../text-content.js';
import { renderDiffPreview } from './diff-preview.js';
import { isUnchanged, previewOf } from './file-change.js';
import { fitText } from './fit-text.js';

/** What the tools that only stage a change have in common. */
export const stagingTraits = {
  category: 'FileSystem',
  group: 'edit',
  source: 'builtin',
  capabilities: ['workspace', 'staging'],
  effects: 'none',
} as const;

/** What they answer. */
export const previewResult = {
  type: 'object',
  properties: {
    token: { type: 'string' },
    path: { type: 'string' },
    operation: { enum: ['write', 'edit'] },
    diffPreview: { type: 'string' },
    bytesBefore: { type: 'integer' },
    bytesAfter: { type: 'integer' },
    expiresAt: { type: 'string' },
    replaceAll: { type: 'boolean' },
  },
  required: ['token', 'path', 'operation', 'diffPreview', 'bytesBefore', 'bytesAfter', 'expiresAt'],
  additionalProperties: false,
} as const;

export interface PreviewCarry {
  readonly change: StagedWrite;
  readonly base: Uint8Array | undefined;
  /** Of an edit. */
  readonly replaceAll?: boolean;
}

/** Staging changes nothing: it reads. */
export function planPreview(carry: PreviewCarry): Plan<PreviewCarry> {
  const { change } = carry;
  return { facts: [placeFact('read', change.place)], preview: previewOf(change), carry };
}

/** What the words around the diff take of the result. */
const overhead = 1000;

export function keepPreview(carry: PreviewCarry | ToolFailure, ctx: RunContext) {
  if (isFailure(carry)) return carry;
  const { change, base, replaceAll } = carry;
  const { token, expiresAt } = ctx.change.keep(change);
  const path = change.place.shown;
  return {
    token,
    path,
    operation: replaceAll === undefined ? ('write' as const) : ('edit' as const),
    diffPreview: fitText(diffOf(carry), Math.max(200, ctx.resultLimit - overhead - 4 * path.length)),
    bytesBefore: base?.length ?? 0,
    bytesAfter: change.content.length,
    expiresAt: new Date(expiresAt).toISOString(),
    ...defined({ replaceAll }),
  };
}

function diffOf({ change, base }: PreviewCarry): string {
  const before = base === undefined ? '' : decodeExactly(base);
  const after = decodeExactly(change.content);
  // Of what is no text the sizes are told.
  if (before === undefined || after === undefined || before.includes('\0') || after.includes('\0')) {
    return isUnchanged(change) ? renderDiffPreview(change.place.shown, '', '') : change.diff;
  }
  return renderDiffPreview(change.place.shown, before, after);
}

export const displayPreview = ({
  path,
  diffPreview,
}: {
  readonly path: string;
  readonly diffPreview: string;
}): string => `Staged for ${path}, nothing is written yet:\n${diffPreview}`;
