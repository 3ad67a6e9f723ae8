import { cutEnd } from '../../base/text.js';

/** The line of a text that looks as if this program, or the person, had written it; undefined when none does. */
export function findImitation(text: string): string | undefined {
  const found = imitations.map((pattern) => pattern.exec(text)?.[0]).find((line) => line !== undefined);
  return found === undefined ? undefined : cutEnd(found.trim(), 60);
}

/** Our own frame, choices and lines, those of the other profiles, and words that say the decision was made already. */
const imitations: readonly RegExp[] = [
  /^[ \t]*\? May .{0,80} run\?/m,
  /^[ \t]*[│┃║▏▎▌](?![ \t]*[│├└])[^\n]{0,60}/m,
  /\[(?:y|1)\][ \t]*\S[^\n]{0,60}\[(?:n|s|2)\]/i,
  /\by\/n(?:\/r)?[ \t]*>/i,
  /^[^\n]{0,80}\b(?:allow|approve|command|permission)\b[^\n]{0,80}[([]y\/n[)\]]/im,
  /for exactly this call/i,
  /^[ \t]*(?:can|cannot) be undone\b/im,
  /^[ \t]*(?:not )?sandboxed[ \t]*(?::|$)/im,
  /^[ \t]*⚠\ufe0f?[ \t]*(?:safe|low|medium|high|critical)\b/im,
  /\b(?:pre-?|already[ \t]+|auto-?)approved\b/i,
  /\bapproved by\b/i,
  /\b(?:press|type|answer) ['"“]?y(?:es)?\b/i,
  /\bno (?:approval|permission) (?:is )?(?:needed|required)\b/i,
  /\bverified (?:as )?safe\b/i,
];
