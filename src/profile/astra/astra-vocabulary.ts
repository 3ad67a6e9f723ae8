import { createPolicy } from '../../policy/create-policy.js';
import type { PolicyOptions } from '../../policy/fixed-judgements.js';
import type { Policy, PolicyInput } from '../../policy/policy.js';
import { isPlainRead } from '../../policy/vocabulary/touched.js';
import { judgeCall, type Vocabulary } from '../../policy/vocabulary/vocabulary.js';

/** What AstraCodex thinks of a call: reading is free, anything else needs an explicit yes. */
export interface AstraAssessment {
  readonly access: 'read' | 'write';
  readonly asks: boolean;
}

/** Asked about by name as well, in case a call tells no facts. */
const writeTools: ReadonlySet<string> = new Set(['write', 'append', 'line_edit']);

export const createAstraPolicy = (options: PolicyOptions): Policy =>
  createPolicy({ ...options, vocabulary: astraVocabulary });

export const astraVocabulary: Vocabulary = {
  judge: (input) =>
    judgeCall(assessAstra(input).asks ? 'ask' : 'allow', `${input.tool.name} does more than read in the vault`),
};

/**
 * Every fact that is no plain read counts, whatever the tool is called: in the original, tools that wrote by themselves
 * went past the question.
 */
export function assessAstra({ tool, facts }: PolicyInput): AstraAssessment {
  const writes = writeTools.has(tool.name) || tool.dangerous || !facts.every(isPlainRead);
  return { access: writes ? 'write' : 'read', asks: writes };
}
