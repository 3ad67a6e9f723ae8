/** One line for each mutant: how it ended, where, and what was changed. */
export function showMutant({ mutant: { file, line, was, put }, end, asked, by }) {
  const tests = by ?? `${asked} test file${asked === 1 ? '' : 's'}`;
  return `${end.padEnd(11)} ${file}:${line}  ${short(was)} → ${short(put)}  (${tests})`;
}

export function showScore(tried) {
  const count = (end) => tried.filter((one) => one.end === end).length;
  const killed = count('killed') + count('timed out');
  const score = tried.length === 0 ? 100 : (100 * killed) / tried.length;
  const counts = ['killed', 'timed out', 'survived', 'no coverage'].map((end) => `${count(end)} ${end}`);
  return `${tried.length} mutants: ${counts.join(', ')}; score ${score.toFixed(0)} %`;
}

const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 87)}…` : line === '' ? 'nothing' : line;
};
