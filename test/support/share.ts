/** How much of a long test is to be run: `SHARE=0.01` runs a hundredth of it, to see that it works. */
const part = Number(process.env['SHARE'] ?? 1);

/** So many, or the share of them that is to be run; at least one. */
export const share = (whole: number): number => Math.max(1, Math.round(whole * part));

/** How far it is from one to the next where the end is not known beforehand. */
export const shareStep = Math.max(1, Math.round(1 / part));

/** The same of a list, from all over it. */
export const shareOf = <Item>(list: readonly Item[]): readonly Item[] => {
  const count = share(list.length);
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)] as Item);
};
