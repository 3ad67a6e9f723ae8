import type { Progress } from '../../model/model.js';
import { safeLine } from '../safe-text.js';

/** After so many seconds of silence the person is told that the model is still waited for; after the last one, each so many. */
const afterSeconds = [5, 20, 60, 120, 180];
const thenEach = 120;

/** Tells, now and then, that a model has not answered yet, and what its server does. */
export function createWaitingNote(note: (words: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  let progress: Progress | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    progress = undefined;
  };
  const wait = (model: string, at: number): void => {
    const seconds = secondsOf(at);
    timer = setTimeout(
      () => {
        note(`  … ${safeLine(model)} ${wordsFor(progress, seconds)}; Ctrl+C stops`);
        wait(model, at + 1);
      },
      (seconds - secondsOf(at - 1)) * 1000,
    );
    timer.unref();
  };
  return {
    start(model: string) {
      stop();
      wait(model, 0);
    },
    progress(now: Progress) {
      progress = now;
    },
    stop,
  };
}

const secondsOf = (at: number): number =>
  at < 0 ? 0 : (afterSeconds[at] ?? (afterSeconds.at(-1) ?? 0) + (at - afterSeconds.length + 1) * thenEach);

function wordsFor(progress: Progress | undefined, seconds: number): string {
  if (progress === undefined) return `has not answered for ${seconds} s`;
  if (progress.stage === 'loading') return `is being loaded, for ${seconds} s now`;
  const { done, total = 0 } = progress;
  if (done === undefined || total === 0) return `has been reading for ${seconds} s`;
  const share = Math.floor((Math.min(done, total) / total) * 100);
  return `has read ${share}% of ${total.toLocaleString('en-US')} tokens in ${seconds} s`;
}
