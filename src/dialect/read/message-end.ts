/** Marks of the end of a message that HTML knows as well, where they close what was struck out. */
const alsoHtml: ReadonlyMap<string, string> = new Map([['</s>', '<s>']]);

/** Whether a mark counts at the end of the message only. */
export const endsOnly = (mark: string): boolean => alsoHtml.has(mark);

/** Behind so many marks no end is looked for. */
const maxMarks = 4;

export interface MarkPlace {
  readonly mark: string;
  /** The end of the text before it. */
  readonly before: string;
  /** What has come of the characters behind it. */
  readonly ahead: string;
  /** Nothing follows `ahead`. */
  readonly ended: boolean;
  /** More of what follows is not looked at. */
  readonly full: boolean;
}

/**
 * Whether a mark ends the message: only white space and such marks follow, and nothing stands before it that it closes.
 * Undefined while that cannot be told.
 */
export function endsMessage(
  { mark, before, ahead, ended, full }: MarkPlace,
  marks: readonly string[],
): boolean | undefined {
  const open = alsoHtml.get(mark);
  if (open !== undefined && before.lastIndexOf(open) > before.lastIndexOf(mark)) return false;
  let rest = ahead.trimStart();
  for (let count = 0; rest !== ''; count += 1) {
    if (count === maxMarks) return false;
    const next = marks.find((text) => rest.startsWith(text));
    if (next === undefined) return !ended && !full && marks.some((text) => text.startsWith(rest)) ? undefined : false;
    rest = rest.slice(next.length).trimStart();
  }
  if (ended) return true;
  return full ? false : undefined;
}
