import { objectOf } from '../../schema/object-of.js';
import type { PlanContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { changeSet, type PlannedFile, planChangeSet, plannedWrite } from './change-set.js';
import { checkEdit, editableAt } from './editable-text.js';
import { stageContent } from './file-change.js';
import { type FileEdit, fileEditOf, fileEditSchema, makeEdit } from './file-edit.js';
import type { Refusal, Refused } from './stale-file.js';

const maxEdits = 500;

export const multiEdit = defineTool({
  ...changeSet,
  name: 'multi_edit',
  title: 'Edit files',
  description:
    'Makes many edits, in one file or in many, as one change: all of them or none. Each replaces old_text by new_text as edit_file does; those of the same file are made in order, each on what the one before left.',
  parameters: objectOf({
    edits: {
      type: 'array',
      minItems: 1,
      maxItems: maxEdits,
      items: fileEditSchema,
    },
  }),

  async plan(args, ctx): Promise<PlanResult<readonly PlannedFile[] | Refusal>> {
    const files = groupEdits(args.edits, ctx);
    if (isFailure(files)) return files;
    const planned: PlannedFile[] = [];
    for (const file of files) {
      const one = await planFile(file, ctx);
      if ('refused' in one) return one.refused;
      planned.push(one);
    }
    return planChangeSet(planned);
  },
});

interface NumberedEdit extends FileEdit {
  /** Where it stands among those that were given, from 1. */
  readonly number: number;
}

interface FileEdits {
  readonly place: Place;
  readonly edits: readonly NumberedEdit[];
}

/** The edits by the files they are of, whatever name each gives: in the order in which the files are first named. */
function groupEdits(
  given: readonly Parameters<typeof fileEditOf>[0][],
  ctx: PlanContext,
): readonly FileEdits[] | ToolFailure {
  const files = new Map<string, { readonly place: Place; readonly edits: NumberedEdit[] }>();
  for (const [index, one] of given.entries()) {
    const edit = { ...fileEditOf(one), number: index + 1 };
    const place = checkEdit(edit) ?? resolvePlace(one.path, ctx);
    if (isFailure(place)) return numbered(place, edit);
    const file = files.get(place.path);
    if (file === undefined) files.set(place.path, { place, edits: [edit] });
    else file.edits.push(edit);
  }
  return [...files.values()];
}

async function planFile({ place, edits }: FileEdits, ctx: PlanContext): Promise<PlannedFile | Refused> {
  const content = await editableAt(
    place,
    ctx,
    edits.map(({ expectedHash }) => expectedHash),
  );
  if ('refused' in content) return content;
  const notes = new Set<string>();
  let text = content.text;
  for (const edit of edits) {
    const edited = await makeEdit(text, edit, { shown: place.shown, signal: ctx.signal });
    // What this failure tells is read from the file: it waits until policy has let the file be read.
    if (isFailure(edited)) return { refused: refuseLater([placeFact('read', place)], numbered(edited, edit)) };
    text = edited.text;
    if (edited.strategy === 'flexible') notes.add(`Edit ${edit.number} was found with other white space than given.`);
    if (edited.keptCrlf) notes.add('Line ends were kept as CRLF.');
  }
  const wanted = { place, operation: 'edit', base: content.bytes, content: Buffer.from(text) } as const;
  const change = stageContent(wanted, ctx);
  if (isFailure(change)) return { refused: refusePlace(place, 'write', change) };
  return plannedWrite(change, notes.size === 0 ? undefined : [...notes].join(' '));
}

const numbered = ({ errorType, message, data }: ToolFailure, { number }: NumberedEdit): ToolFailure =>
  fail(errorType, `Edit ${number}: ${message} None of the edits was made.`, data);
