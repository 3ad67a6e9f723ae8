import type { Clock } from '../../base/clock.js';
import { sha256 } from '../../base/digest.js';
import { cutEnd } from '../../base/text.js';
import type { ChosenLines, CuratedFile, CuratorPort } from '../../tool/curator.js';
import type { ModelPort, SpokenMessage } from '../../tool/model-port.js';
import { isFailure } from '../../tool/outcome.js';
import { condenseFile, type ShownLine } from './condense-file.js';
import { type CuratorMode, curatorPrompt, curatorSystem } from './curator-prompt.js';
import { parseRanges } from './parse-ranges.js';

export interface CuratorOptions {
  /** What is kept: the lines that the conversation is about, or an outline of the whole. */
  readonly keep: CuratorMode;
  /** Files of so many lines and more are curated; 100 by default. */
  readonly fromLines?: number;
}

/** A curator with what it has chosen before. */
export interface Curator extends CuratorPort {
  /** Something was done to these files. */
  forget(paths: Iterable<string>): void;
}

const usualFromLines = 100;
const conversationMessages = 5;
const messageChars = 300;
const answerTokens = 2000;
const timeoutMs = 60_000;
const cachedMs = 3_600_000;
const maxCached = 200;

interface Cached {
  readonly path: string;
  readonly hash: string;
  readonly chosen: readonly ChosenLines[];
  readonly at: number;
}

/**
 * Asks the model which lines of a large file matter, and remembers the answer for this content and this conversation. The
 * text of the file is data to the model, and of its answer only line numbers are used.
 */
export function createCurator({ keep, fromLines = usualFromLines }: CuratorOptions, clock: Clock): Curator {
  const cache = new Map<string, Cached>();

  const known = (key: string, { hash }: CuratedFile): readonly ChosenLines[] | undefined => {
    const cached = cache.get(key);
    return cached?.hash === hash && clock.now() - cached.at < cachedMs ? cached.chosen : undefined;
  };
  const remember = (key: string, cached: Cached): void => {
    cache.delete(key);
    cache.set(key, cached);
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  };

  return {
    fromLines,
    async choose(file, { model, signal }) {
      const recent = model.recent(conversationMessages);
      const key = sha256(JSON.stringify([file.path, recent]));
      const cached = known(key, file);
      if (cached !== undefined) return cached;
      const masked = maskedLines(file, model);
      if (masked === undefined) return undefined;
      const said = recent.map(shortened);
      const shown = shownLines(masked, { said: said.map(({ text }) => text).join('\n'), room: roomIn(model) });
      const text = curatorPrompt({ path: file.path, lines: shown, total: masked.length, said });
      const messages = [{ role: 'user', text }] as const;
      const answer = await model.ask({
        system: curatorSystem(keep),
        messages,
        maxTokens: answerTokens,
        timeoutMs,
        signal,
      });
      const chosen = isFailure(answer) ? undefined : parseRanges(answer.text, file.lines.length);
      if (chosen !== undefined) remember(key, { path: file.path, hash: file.hash, chosen, at: clock.now() });
      return chosen;
    },
    forget(paths) {
      if (cache.size === 0) return;
      const gone = new Set(paths);
      for (const [key, { path }] of cache) if (gone.has(path)) cache.delete(key);
    },
  };
}

const shortened = ({ role, text }: SpokenMessage): SpokenMessage => ({ role, text: cutEnd(text, messageChars) });

/** Where the size of a model is not known, and at most. */
const usualChars = 200_000;
const maxChars = 1_000_000;
/** So many characters a token are counted on, with half of the room left for the rest. */
const charsPerToken = 2;

const roomIn = ({ contextTokens }: ModelPort): number =>
  contextTokens === undefined ? usualChars : Math.min(maxChars, contextTokens * charsPerToken);

/** The lines as the model may see them. A secret of several lines would move those below it: then there is nothing to go by. */
function maskedLines({ lines }: CuratedFile, model: ModelPort): readonly string[] | undefined {
  const masked = model.mask(lines.join('\n')).split('\n');
  return masked.length === lines.length ? masked : undefined;
}

/** All of them where there is room. */
function shownLines(
  lines: readonly string[],
  wanted: { readonly said: string; readonly room: number },
): readonly ShownLine[] {
  const size = lines.reduce((sum, line) => sum + line.length + 8, 0);
  return size <= wanted.room ? lines.map((text, at) => ({ number: at + 1, text })) : condenseFile(lines, wanted);
}
