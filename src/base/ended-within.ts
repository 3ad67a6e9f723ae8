/** Waits for all of this work to end, however it ends, but no longer than that. */
export async function endedWithin(work: Iterable<Promise<unknown>>, ms: number): Promise<void> {
  const all = [...work];
  if (all.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(all), late]);
  clearTimeout(timer);
}
