import { sha256 } from '../../base/digest.js';
import { boundText, humanSize } from '../../base/text.js';
import { renderDiff } from '../../change/unified-diff.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place, SeenFile } from '../../tool/port.js';
import { placeName } from '../../tool/port.js';
import { parseBlobAddress, renderBlobAddress } from '../../workspace/blob-address.js';
import { placeFact, refuseLater, refusePlace } from '../place-fact.js';
import { decodeExactly } from '../text-content.js';

/** What the model is told of a file that is another one than it knows. */
export interface StaleFile {
  readonly path: string;
  /** Of what is there now. */
  readonly content_hash: string;
  /** The difference to what it knew, where that is still kept; else what is there now. */
  readonly now: string;
}

/** A failure that lets the model know what is there: its next call is made on that. */
export interface StaleAnswer {
  readonly failure: ToolFailure;
  readonly learned: readonly SeenFile[];
}

/** What a plan carries when its call cannot be done. */
export type Refusal = ToolFailure | StaleAnswer;

export const isRefusal = (carry: object): carry is Refusal => isFailure(carry) || 'failure' in carry;

/** The plan of a call that cannot be done. */
export interface Refused {
  readonly refused: PlanResult<Refusal>;
}

/** The run of a tool whose plan may carry a refusal. */
export const unlessRefused =
  <Carry extends object, Result>(run: (carry: Carry, ctx: RunContext) => Result) =>
  (_args: unknown, ctx: RunContext, carry: Carry | Refusal): Result | ToolFailure =>
    isRefusal(carry) ? refuse(carry, ctx) : run(carry, ctx);

export function refuse(refusal: Refusal, { change }: RunContext): ToolFailure {
  if (isFailure(refusal)) return refusal;
  for (const { path, hash } of refusal.learned) change.saw({ shown: path }, hash);
  return refusal.failure;
}

/** The plan of a call on a file that the model knows with other content, or should have read first; else undefined. */
export async function refuseUnknown(
  place: Place,
  base: Uint8Array,
  ctx: PlanContext,
): Promise<PlanResult<Refusal> | undefined> {
  const known = ctx.change.seen(place);
  if (known !== undefined) return known === sha256(base) ? undefined : refuseStale({ place, base, known }, ctx);
  if (!ctx.change.readBeforeWrite) return undefined;
  return refusePlace(
    place,
    'write',
    fail('validation_failed', `${place.shown} is there already and you have not read it. Use read_file first.`),
  );
}

/** The plan of a call that is meant for other content than is there; else undefined. */
export async function refuseExpected(
  place: Place,
  base: Uint8Array,
  expected: string | undefined,
  ctx: PlanContext,
): Promise<PlanResult<Refusal> | undefined> {
  // Some models name every argument, and give nothing for those they do not want.
  if (!expected || expected.toLowerCase() === sha256(base)) return undefined;
  return refuseStale({ place, base, known: expected }, ctx);
}

interface Outdated {
  readonly place: Place;
  readonly base: Uint8Array;
  readonly known: string;
}

/** What is there is told once policy has let the file be read. */
export async function refuseStale(outdated: Outdated, ctx: PlanContext): Promise<PlanResult<Refusal>> {
  const { place } = outdated;
  const file = await describeStale(outdated, ctx);
  const failure = fail(
    'stale',
    `${place.shown} changed since you last read or wrote it. Nothing was done: look at what is there now, then call again.`,
    file,
  );
  const plan = refuseLater([placeFact('read', place)], failure);
  return isFailure(plan)
    ? plan
    : { ...plan, carry: { failure, learned: [{ path: placeName(place), hash: file.content_hash }] } };
}

/** What the words around it take of the result. */
const overhead = 900;

export async function describeStale({ place, base, known }: Outdated, ctx: PlanContext): Promise<StaleFile> {
  const room = Math.max(200, ctx.resultLimit - overhead - 3 * place.shown.length);
  return {
    path: place.shown,
    content_hash: sha256(base),
    now: fitText(await nowText({ place, base, known }, ctx), room),
  };
}

async function nowText({ place, base, known }: Outdated, ctx: PlanContext): Promise<string> {
  const text = decodeExactly(base);
  if (text?.includes('\0') !== false) return `[${humanSize(base.length)} that are not UTF-8 text]`;
  const address = renderBlobAddress(known);
  const before =
    parseBlobAddress(address) === undefined ? undefined : await ctx.blobs.read(address).catch(() => undefined);
  return before === undefined ? text : renderDiff(place.shown, before, base).diff;
}

/** Head and tail of a text, so that written as JSON it has at most about `room` characters. */
export function fitText(text: string, room: number): string {
  const notice = (left: number): string => `\n[… ${left} characters left out …]\n`;
  for (let max = Math.max(room, 100); max > 100; max = Math.floor(max * 0.8)) {
    const bound = boundText(text, max, notice);
    if (JSON.stringify(bound).length <= room + 2) return bound;
  }
  return boundText(text, 100, notice);
}

const isStaleFile = (data: object): data is StaleFile => 'now' in data;

/** What the model and the person read of a result, which may be that a file is another one. */
export const wordsOrStale = <Result extends object>(
  show: (result: Result) => string,
  display: (result: Result) => string = show,
) => ({
  show: (result: Result | StaleFile): string => (isStaleFile(result) ? showStale(result) : show(result)),
  /** What is in the file the person can see themselves. */
  display: (result: Result | StaleFile): string => (isStaleFile(result) ? displayStale(result) : display(result)),
});

const displayStale = ({ path }: StaleFile): string =>
  `${path} changed since the model last read it: nothing was done, and it was told what is there now.`;

const showStale = ({ path, content_hash, now }: StaleFile): string =>
  `${path} now (content_hash ${content_hash}):\n${now}`;
