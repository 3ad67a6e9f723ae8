import { boundText } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';

/** What a result has beside what the subagents said. */
const rowRoom = 300;
const leastText = 200;

/** Of subagents that said much each has its share of the result; the whole of what it said is kept. */
export async function boundTexts<Row extends { readonly text?: string }>(
  rows: readonly Row[],
  { blobs, resultLimit }: Pick<RunContext, 'blobs' | 'resultLimit'>,
): Promise<Row[]> {
  const share = Math.max(leastText, Math.floor((resultLimit * 0.8) / rows.length) - rowRoom);
  return Promise.all(
    rows.map(async (row) => {
      const { text } = row;
      if (text === undefined || text.length <= share) return row;
      const blob = await blobs.write(text).catch(() => undefined);
      const where = blob === undefined ? '' : `; the whole is kept: read_file with path ${blob}`;
      return { ...row, text: boundText(text, share, (left) => `\n[… ${left} characters left out${where} …]\n`) };
    }),
  );
}
