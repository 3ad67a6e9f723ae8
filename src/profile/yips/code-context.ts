import type { Instructions } from '../../agent/instructions.js';

/** The message that tells of CODE.md; nothing where there is none. */
export function renderCodeContext([code]: readonly Instructions[]): string {
  if (code === undefined) return '';
  const doubt = code.untrusted === true ? ', which nobody vouches for' : '';
  return `# CODE.md from ${code.path}${doubt}\n\n${code.text}`;
}
