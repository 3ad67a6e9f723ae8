import type { Profile } from '../../agent/profile.js';
import { astraApproval, astraLimits } from './astra-data.js';
import { renderAstraSystem } from './astra-prompt.js';
import { renderAstraResult } from './astra-result.js';
import { astraDialect, speakAstra } from './astra-speak.js';
import { astraSurface } from './astra-surface.js';
import { astraVocabulary } from './astra-vocabulary.js';

export interface AstraOptions {
  /** The model is told of calls that were dropped or cannot be read, and asked for exactly one: the older way. */
  readonly asksForOne?: boolean;
}

/** One call a turn, written as text, over a vault of notes; nothing but reading happens without a yes. */
export function createAstraProfile({ asksForOne = false }: AstraOptions = {}): Profile {
  return {
    name: 'astra',
    ...astraLimits,
    order: 'sequential',
    surface: astraSurface,
    // A host that tells nothing of open notes has none open.
    capabilities: ['active-file'],
    vocabulary: () => astraVocabulary,
    noPerson: { waitMs: patienceMs },
    instructionFiles: ['charter', 'states', 'voice'].map((name) => `AstraCodex/${name}.md`),
    notesAs: 'system',
    unreadable: asksForOne ? 'asks-again' : 'answers',
    approval: astraApproval,
    messages: { dialect: astraDialect, inCode: true },
    wrapModel: (model) => speakAstra(model, { tellsDropped: asksForOne }),
    renderResult: renderAstraResult,
    renderSystem: renderAstraSystem,
  };
}

/** A pending edit lies there until somebody comes, and the program can answer it all the while; after a day it is a no. */
const patienceMs = 24 * 60 * 60 * 1000;

export const astraProfile: Profile = createAstraProfile();
