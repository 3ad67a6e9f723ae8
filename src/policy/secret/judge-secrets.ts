import type { Fact } from '../../tool/fact.js';
import type { Judgement, PolicyInput } from '../policy.js';
import type { Mask } from './mask.js';

/** Finds a known secret, and answers its name. */
export type SecretFinder = Pick<Mask, 'find'>;

/**
 * A known secret in what a call hands to somebody else: a server, a program, a tool of others. A command line counts
 * also where it reaches no network: others can read it while it runs, and it is stored. No mode and no rule allows it.
 */
export function judgeSecrets(input: PolicyInput, secrets: SecretFinder): readonly Judgement[] {
  if (!handsOver(input)) return nothing;
  const name = findIn(input, secrets);
  if (name === undefined) return nothing;
  return [{ verdict: 'deny', source: 'secret', reason: `it would hand over the value of ${name}, a secret` }];
}

const nothing: readonly Judgement[] = [];

/** Whether what a call is given leaves what this package does itself. */
export function handsOver({ tool, facts }: Pick<PolicyInput, 'tool' | 'facts'>): boolean {
  return tool.source === 'mcp' || tool.effects === 'outside' || facts.some(({ kind }) => ways.has(kind));
}

const ways: ReadonlySet<Fact['kind']> = new Set(['net', 'exec', 'process']);

/** As it was written, and as a shell would read it: quotes may stand within a value. */
function findIn({ args, facts }: PolicyInput, secrets: SecretFinder): string | undefined {
  const given = args === undefined ? undefined : secrets.find(JSON.stringify(args));
  return given ?? secrets.find(facts.map(textOf).join('\n'));
}

const textOf = ({ target, words = [] }: Fact): string => [target, ...words.filter((word) => word !== null)].join('\n');
