import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext } from '../../tool/context.js';
import type { ToolFailure } from '../../tool/outcome.js';
import { type Edited, editText, type TextEdit } from './text-edit.js';

/** One edit of a file, as a call gives it. */
export const fileEditSchema = objectOf({
  path: { type: 'string' },
  old_text: { type: 'string' },
  new_text: { type: 'string' },
  'replace_all?': { type: 'boolean' },
  'regex?': {
    type: 'boolean',
    description: 'old_text is a regular expression, $1 in new_text a group of it.',
  },
  'expected_hash?': { type: 'string', description: 'The content_hash the file must still have.' },
});

/** What is to be replaced by what, and how it is found. */
export interface FileEdit extends TextEdit {
  readonly regex: boolean;
  readonly expectedHash: string | undefined;
}

export function fileEditOf(given: FromSchema<typeof fileEditSchema>): FileEdit {
  const { old_text: oldText, new_text: newText, replace_all: replaceAll = false, regex = false } = given;
  return { oldText, newText, replaceAll, regex, expectedHash: given.expected_hash };
}

/** Makes one edit in a text. Regular expressions are rare, and what runs them is loaded with the first. */
export async function makeEdit(
  text: string,
  edit: FileEdit,
  { shown, signal }: { readonly shown: string; readonly signal: PlanContext['signal'] },
): Promise<Edited | ToolFailure> {
  if (!edit.regex) return editText(text, edit, shown);
  const { editByRegex } = await import('./regex-edit.js');
  return editByRegex(text, edit, { shown, signal });
}
