/** What came of a call as the loop watch sees it. Made by `watchOutcome`. */
export interface WatchedOutcome {
  readonly content: string;
  /** Where what counts of it ends. */
  readonly end: number;
  /** The same for the same, and seldom for others. */
  readonly weight: number;
}

export function watchOutcome(content: string): WatchedOutcome {
  const end = endOf(content);
  return { content, end, weight: weigh(content, end) };
}

export function sameOutcome(a: WatchedOutcome, b: WatchedOutcome): boolean {
  if (a.weight !== b.weight || a.end !== b.end) return false;
  return a.content.slice(0, a.end) === b.content.slice(0, b.end);
}

/** The times in the metadata of a result are others in every result. */
function endOf(content: string): number {
  const at = content.endsWith('}}') ? content.lastIndexOf(',"metadata":{"execution_time_ms":') : -1;
  return at === -1 ? content.length : at;
}

/** So many characters, spread over it, tell nearly all apart; those that they do not are compared. */
const looked = 64;

function weigh(content: string, end: number): number {
  const stride = Math.ceil(end / looked);
  let sum = end;
  for (let at = end - 1; at >= 0; at -= stride) sum = (Math.imul(sum, 31) + content.charCodeAt(at)) | 0;
  return sum;
}
