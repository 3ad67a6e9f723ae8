import type { HungReport, HungRun } from './hung-run.js';

const maxLateMs = 3000;
const maxGrownMb = 20;
/**
 * Of a flood, what is held counts. Beside that lies what was read and is not needed any more: V8 frees such buffers each time
 * there are 32 MB more of them, so that a bare program which reads 1 GB from a pipe and drops it grows by 38 to 66 MB.
 */
const maxFloodedMb = 96;

/** The runs that are not as they should be. */
export const judgeHung = ({ runs }: HungReport): readonly HungRun[] =>
  runs.filter(
    ({ lateMs, survivors, grownMb, heldMb, printedMb }) =>
      lateMs > maxLateMs ||
      survivors > 0 ||
      heldMb > maxGrownMb ||
      grownMb > (printedMb > 0 ? maxFloodedMb : maxGrownMb),
  );

export function renderHung({ runs, delayP99Ms }: HungReport): string {
  const most = (of: (run: HungRun) => number): number => Math.max(...runs.map(of));
  const survivors = runs.reduce((sum, run) => sum + run.survivors, 0);
  const figures = [
    `${runs.length} runs`,
    `${survivors} survivors`,
    `latest ${most(({ lateMs }) => lateMs)} ms after its time`,
    `at most ${most(({ printedMb, grownMb }) => (printedMb > 0 ? 0 : grownMb))} MB more memory`,
    `${most(({ grownMb }) => grownMb)} MB in a flood, of which ${most(({ heldMb }) => heldMb)} MB are held`,
    `at most ${most(({ printedMb }) => printedMb)} MB printed`,
    `event loop delay p99 ${delayP99Ms} ms`,
  ];
  return `hung children: ${figures.join(', ')}`;
}
