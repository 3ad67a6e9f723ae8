/** Fills text into lines of this width; a word that is longer has a line of its own and stays whole. */
export function fill(text: string, options: { readonly width: number; readonly indent?: number }): string {
  const indent = ' '.repeat(options.indent ?? 0);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n]+/).filter((one) => one !== '')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > options.width) {
      lines.push(`${indent}${line}`);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, `${indent}${line}`].join('\n');
}

/** Lines that begin with a space as they are, every other one filled. */
export function fillParagraph(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : fill(line, { width })))
    .join('\n');
}

/** Two columns, the right one filled; a left part that is too wide gets a line of its own. */
export function renderRows(rows: readonly (readonly [string, string])[], width: number): string {
  const widest = Math.max(0, ...rows.map(([left]) => left.length));
  const column = Math.min(maxLeft, Math.floor(width / 2), widest);
  return rows
    .map(([left, right]) => {
      const indent = column + 4;
      const filled = fill(right, { width, indent });
      return left.length > column ? `  ${left}\n${filled}` : `  ${left.padEnd(column)}  ${filled.slice(indent)}`;
    })
    .join('\n');
}

/** Left parts wider than this would leave the right ones too little. */
const maxLeft = 32;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
