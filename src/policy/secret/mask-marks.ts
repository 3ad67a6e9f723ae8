/** What a mark begins with. */
export const markStart = '[masked:';

/** What stands in place of a secret. */
export const markOf = (name: string): string => `${markStart}${name}]`;

/** The marks in a text that stand in place of secrets, as often as they stand there. */
const maskMarks = (text: string): readonly string[] => text.match(/\[masked:[^[\]\r\n]{1,200}\]/g) ?? [];

/** A mark that stands in a text more often than in the one it was made from: a value would be lost there. */
export function newMark(before: string, after: string): string | undefined {
  const marks = maskMarks(after);
  if (marks.length === 0) return undefined;
  const left = new Map<string, number>();
  for (const mark of maskMarks(before)) left.set(mark, (left.get(mark) ?? 0) + 1);
  return marks.find((mark) => {
    const count = left.get(mark) ?? 0;
    left.set(mark, count - 1);
    return count === 0;
  });
}
