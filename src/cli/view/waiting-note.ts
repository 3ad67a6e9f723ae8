import { safeLine } from '../safe-text.js';

/** After so many seconds of silence the person is told that the model is still waited for. */
const afterSeconds = [5, 20, 60, 180];

/** Tells, now and then, that a model has not answered yet. */
export function createWaitingNote(note: (words: string) => void): { start(model: string): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const wait = (model: string, at: number): void => {
    const seconds = afterSeconds[at];
    if (seconds === undefined) return;
    const before = afterSeconds[at - 1] ?? 0;
    timer = setTimeout(
      () => {
        note(`  … ${safeLine(model)} has not answered for ${seconds} s; Ctrl+C stops`);
        wait(model, at + 1);
      },
      (seconds - before) * 1000,
    );
    timer.unref();
  };
  return {
    start(model) {
      stop();
      wait(model, 0);
    },
    stop,
  };
}
