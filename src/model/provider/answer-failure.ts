import type { ModelFailure } from '../model.js';

/** The most characters of text, reasoning and arguments that one answer may hold. */
export const maxAnswerLength = 32 * 1024 * 1024;

/** Failures of an answer that are the same whatever API it came by. */
export const answerFailures = {
  cut: {
    kind: 'cut',
    message:
      'The answer stopped halfway: the stream ended before the model had finished. No call of it was run; send again.',
  },
  cutByLimit: {
    kind: 'cut',
    message:
      'The answer hit the output limit in the middle of a call. No call of it was run. Raise the output limit of the model or its server, or ask for smaller steps.',
  },
  tooLong: {
    kind: 'protocol',
    message: `The answer grew over ${maxAnswerLength / 1024 / 1024} MB and was given up. No call of it was run; ask for smaller steps.`,
  },
  empty: {
    kind: 'protocol',
    message:
      'The stream ended without any part of an answer. Check that the server speaks the API that was named, then send again.',
  },
  cancelled: { kind: 'cancelled', message: 'The request was cancelled.' },
} as const satisfies Record<string, ModelFailure>;

export const gaveUp = (reason: string): ModelFailure => ({
  kind: 'cut',
  message: `The server gave up on the answer (${reason}). Send again.`,
});
