import type { Mask } from '../policy/secret/mask.js';
import { boundPreview, type Preview } from '../tool/plan.js';
import type { RunDelta } from './event.js';

type DiffDelta = Extract<RunDelta, { type: 'diff-delta' }>;

/** More than anyone looks at in passing; the whole is in the journal of changes. */
const maxLines = 200;
const maxChars = 20_000;

/** The difference a call that begins makes, for those who watch: nobody may have been asked about it. */
export function diffDelta(callId: string, preview: Preview, mask: Mask): DiffDelta | undefined {
  if (preview.kind !== 'diff') return undefined;
  const bound = boundPreview(preview);
  if (bound.kind !== 'diff' || bound.diff === '') return undefined;
  // Masked whole: half a secret would not be known.
  const lines = mask.text(bound.diff).text.replace(/\n$/, '').split('\n');
  let chars = 0;
  const shown = lines.slice(0, maxLines).filter((line) => {
    chars += line.length + 1;
    return chars <= maxChars;
  });
  return { type: 'diff-delta', callId, diff: shown.join('\n'), left: lines.length - shown.length };
}
