import { knownModel } from '../../known-models.js';
import type { OllamaModel } from './ollama-models.js';

export interface PickOptions {
  /** The memory of the machine the models run on; a model much larger is not picked while there is another. */
  readonly memoryBytes?: number;
}

/**
 * The model to start with when none was named; undefined when none of them talks. One that stays on the machine goes
 * before one that does not, then the one that can call tools, that is loaded, that fits the machine, whose family is known
 * for it, the larger, the newer. The same list, in whatever order, gives the same model.
 */
export function pickOllamaModel(models: readonly OllamaModel[], options: PickOptions = {}): OllamaModel | undefined {
  const [best] = models
    .map((model) => ({ model, score: scoreOf(model, options) }))
    .filter(({ model }) => talks(model))
    .sort((a, b) => compare(a.score, b.score) || (a.model.name < b.model.name ? -1 : 1));
  return best?.model;
}

function talks({ name, family = '', traits }: OllamaModel): boolean {
  if (traits?.chat === false) return false;
  if (traits?.tools === true) return true;
  return knownModel(name)?.tools !== 'none' && !family.includes('bert');
}

/** Compared from the left; the smaller is the better. */
function scoreOf(model: OllamaModel, options: PickOptions): readonly number[] {
  const fit = fitScore(model, options);
  const { size = 0 } = model;
  return [
    model.remote === true || model.traits?.remote === true ? 1 : 0,
    toolScore(model),
    model.running === true ? 0 : 1,
    fit,
    knownModel(model.name)?.rank ?? unknownRank,
    fit === tooLarge ? size : -size,
    -timeOf(model.modified),
  ];
}

/** What the server says counts; what nothing is known of stands between the two. */
function toolScore({ name, traits }: OllamaModel): number {
  if (traits?.tools !== undefined) return traits.tools ? 0 : 2;
  const known = knownModel(name);
  if (known === undefined) return 1;
  return known.tools === 'native' ? 0 : 2;
}

/** Between the families that work well and those that hardly do. */
const unknownRank = 12;
const usualMemory = 32 * 1024 ** 3;
const tiny = 1.2e9;
const tooLarge = 2;

/** Too small to work with tools comes behind what fits; too large for the memory comes last. */
function fitScore({ size, remote }: OllamaModel, { memoryBytes = usualMemory }: PickOptions): number {
  if (size === undefined || remote === true) return 0;
  if (size > memoryBytes * 0.75) return tooLarge;
  return size < tiny ? 1 : 0;
}

function timeOf(modified: string | undefined): number {
  const time = modified === undefined ? Number.NaN : Date.parse(modified);
  return Number.isNaN(time) ? 0 : time;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    if (value !== other) return value - other;
  }
  return 0;
}
