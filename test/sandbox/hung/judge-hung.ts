import type { HungReport, HungRun } from './hung-run.js';

const maxLateMs = 3000;
const maxGrownMb = 20;
/** V8 lets 32 MB of what was read from pipes lie around before it frees any. */
const maxFloodedMb = 64;

/** The runs that are not as they should be. */
export const judgeHung = ({ runs }: HungReport): readonly HungRun[] =>
  runs.filter(
    ({ lateMs, survivors, grownMb, printedMb }) =>
      lateMs > maxLateMs || survivors > 0 || grownMb > (printedMb > 0 ? maxFloodedMb : maxGrownMb),
  );

export function renderHung({ runs, delayP99Ms }: HungReport): string {
  const most = (of: (run: HungRun) => number): number => Math.max(...runs.map(of));
  const survivors = runs.reduce((sum, run) => sum + run.survivors, 0);
  const figures = [
    `${runs.length} runs`,
    `${survivors} survivors`,
    `latest ${most(({ lateMs }) => lateMs)} ms after its time`,
    `at most ${most(({ printedMb, grownMb }) => (printedMb > 0 ? 0 : grownMb))} MB more memory`,
    `${most(({ grownMb }) => grownMb)} MB in a flood`,
    `at most ${most(({ printedMb }) => printedMb)} MB printed`,
    `event loop delay p99 ${delayP99Ms} ms`,
  ];
  return `hung children: ${figures.join(', ')}`;
}
