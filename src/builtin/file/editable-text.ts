import type { PlanContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { refusePlace } from '../place-fact.js';
import { checkText, decodeExactly } from '../text-content.js';
import { checkContent, checkTarget } from './file-change.js';
import { missingFile } from './missing-file.js';
import { type Refused, refuseExpected, refuseUnknown } from './stale-file.js';
import type { Edited, TextEdit } from './text-edit.js';

/** The content of a file, as bytes and as exactly the text they are. */
export interface EditableText {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** The text of a file that is there and would not be damaged by an edit. */
export async function readEditable(place: Place, ctx: PlanContext): Promise<EditableText | ToolFailure> {
  if (place.kind === 'missing') return missingFile(place, ctx.workspace);
  const refused = checkTarget(place);
  if (refused !== undefined) return refused;
  const bytes = await ctx.workspace.read(place);
  if (isFailure(bytes)) return bytes;
  const text = decodeExactly(bytes);
  if (text === undefined || checkText(bytes, place) !== undefined) {
    return (
      checkText(bytes, place) ??
      fail(
        'validation_failed',
        `${place.shown} holds bytes that are not UTF-8, which an edit would damage. Change it with run_command (sed, iconv).`,
      )
    );
  }
  return { bytes, text };
}

/** The same for a file that the model knows as it is, and of which the call expects what is there. */
export async function editableAt(
  place: Place,
  ctx: PlanContext,
  expected: readonly (string | undefined)[] = [],
): Promise<EditableText | Refused> {
  const content = await readEditable(place, ctx);
  if (isFailure(content)) return { refused: refusePlace(place, 'write', content) };
  for (const hash of expected) {
    const refused = await refuseExpected(place, content.bytes, hash, ctx);
    if (refused !== undefined) return { refused };
  }
  const refused = await refuseUnknown(place, content.bytes, ctx);
  return refused === undefined ? content : { refused };
}

/** The content as an edit leaves it; what it does not touch is not encoded again. */
export function editedBytes({ bytes, text }: EditableText, { text: fresh, splice }: Edited): Buffer {
  if (splice === undefined) return Buffer.from(fresh);
  // Where every character is one byte, both count alike.
  const offset = (at: number): number => (text.length === bytes.length ? at : Buffer.byteLength(text.slice(0, at)));
  const { start, end, newText } = splice;
  return Buffer.concat([bytes.subarray(0, offset(start)), Buffer.from(newText), bytes.subarray(offset(end))]);
}

/** An edit that can do nothing, or no file can hold. */
export function checkEdit({
  oldText,
  newText,
  regex = false,
}: Pick<TextEdit, 'oldText' | 'newText'> & { readonly regex?: boolean }): ToolFailure | undefined {
  if (oldText === '') {
    return fail(
      'validation_failed',
      'old_text is empty. Give the text to replace, or use write_file to write the whole file.',
    );
  }
  if (oldText === newText && !regex)
    return fail(
      'validation_failed',
      'old_text and new_text are the same, so nothing would change. Give a new_text that differs.',
    );
  return checkContent('new_text', newText);
}
