import { isAbsolute } from 'node:path';
import { isBeneath } from '../../base/is-beneath.js';
import { areProved, type Fact, type FactKind } from '../../tool/fact.js';

/** What of the workspace a command can change, as far as its facts tell. Paths count with all below them. */
export type Scope =
  | { readonly kind: 'none' }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'whole' };

export function scopeOf(facts: readonly Fact[]): Scope {
  if (!namesAllChanges(facts)) return { kind: 'whole' };
  const named = facts.filter(isChange).flatMap(insidePaths);
  if (named.length === 0) return { kind: 'none' };
  const paths = named.filter((path) => !named.some((other) => other !== path && covers(other, path)));
  return { kind: 'paths', paths: [...new Set(paths)].sort() };
}

/** How far an undo of a command reaches; undefined when it reaches all that the command does. */
export function beyondUndo(facts: readonly Fact[], { sandboxed }: { readonly sandboxed: boolean }): string | undefined {
  if (!namesAllChanges(facts) && !sandboxed) return `${insideOnly}: it is not sandboxed and may change more`;
  const reachesOut = facts.some((fact) => outward.has(fact.kind) || (isChange(fact) && fact.where !== 'workspace'));
  return reachesOut || !namesAllChanges(facts) ? insideOnly : undefined;
}

const insideOnly = 'only what it changes inside the workspace';

const changing: ReadonlySet<FactKind> = new Set(['write', 'delete', 'move']);
const outward: ReadonlySet<FactKind> = new Set(['net', 'process']);

const isChange = ({ kind }: Fact): boolean => changing.has(kind);

/** Every command was read wholly, and all it changes is named. */
export const namesAllChanges = (facts: readonly Fact[]): boolean =>
  areProved(facts) && facts.every((fact) => fact.known || !isChange(fact));

/** The place itself and the name it was reached by, which may be a link that is replaced. */
const insidePaths = ({ target, where, via }: Fact): readonly string[] => [
  ...(where === 'workspace' ? [target] : []),
  ...(via !== undefined && !isAbsolute(via) ? [via] : []),
];

const covers = (folder: string, path: string): boolean => folder === '.' || isBeneath(path, folder);
