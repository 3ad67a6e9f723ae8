import type { Cancellation } from '../run/cancellation.js';

/** How long a model may take to hand over what it has said when the turn stops. */
const graceMs = 150;

/** What the work answers, or undefined when it does not answer soon after the turn stops: no model can hold a turn. */
export function answerOrCancel<T>(work: Promise<T>, cancellation: Cancellation): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = cancellation.onStop(() => {
      timer = setTimeout(() => resolve(undefined), graceMs);
    });
    const done = (): void => {
      stop();
      clearTimeout(timer);
    };
    work.then(
      (answer) => {
        done();
        resolve(answer);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}
