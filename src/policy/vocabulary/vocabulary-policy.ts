import { createPolicy } from '../create-policy.js';
import type { PolicyOptions } from '../fixed-judgements.js';
import type { Policy } from '../policy.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * A policy that decides by the words of another system. The verdict is the strictest of: floor, known secrets, rules
 * that deny or ask, protected paths, taint, the missing sandbox, the least that every vocabulary asks about, and the
 * vocabulary itself.
 */
export const createVocabularyPolicy = (options: PolicyOptions, vocabulary: Vocabulary): Policy =>
  createPolicy({ ...options, vocabulary });
