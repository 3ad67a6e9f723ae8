/**
 * Words before a call that say it is shown and not made. Only the last paragraph counts. The list is short, for a model
 * also explains what it is about to do.
 */
const words = new RegExp(
  [
    String.raw`\bexamples?\b(?![.\w])`,
    String.raw`\bfor instance\b|\be\.g\.|\bi\.e\.|\bsuch as\b`,
    String.raw`\blooks? (?:something )?like\b`,
    String.raw`\b(?:syntax|snippet|template|schema)\b`,
    String.raw`\b(?:this|the|following|json|call|expected|required|same|output) format\b|\bformat (?:is|of|for)\b|\bformat:`,
    String.raw`\byou (?:can|could|would|should|may|might|need to|have to) (?:call|write|send|use|invoke|reply|respond)\b`,
    String.raw`\bwould (?:be|have been) (?:written|called|sent)\b`,
    String.raw`\bbeispiel\b|\bpar exemple\b|\bpor ejemplo\b|例如|例えば|比如`,
  ].join('|'),
  'i',
);

export function announcesExample(before: string): boolean {
  const paragraph =
    before
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  return words.test(paragraph);
}

/** Whether the text before ends within some JSON or code, so that what follows is a part of it. */
export const endsInData = (before: string): boolean => /(?:[[{(=|\\]|[\]}"'\d],|["']\s*:)\s*$/.test(before);
