export const factKinds = ['read', 'write', 'delete', 'move', 'exec', 'net', 'process', 'secret', 'env'] as const;

export type FactKind = (typeof factKinds)[number];

/** One thing a call would do. Policy judges facts, never tool names. */
export interface Fact {
  readonly kind: FactKind;
  /** A path (relative when inside the workspace), a command, a host, a variable: whatever the kind is about. */
  readonly target: string;
  /** Where the target lies; `nowhere` for what has no place (a clock, a host). */
  readonly where: 'workspace' | 'outside' | 'nowhere';
  /** False when the target is only settled at run time; `note` then says which part is not known. */
  readonly known: boolean;
  readonly note?: string;
}

/** Whether two plans touch the same things, in the same order. */
export function sameFacts(a: readonly Fact[], b: readonly Fact[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((fact, index) => sameFact(fact, b[index]));
}

function sameFact(a: Fact, b: Fact | undefined): boolean {
  return b !== undefined && a.kind === b.kind && a.target === b.target && a.where === b.where && a.known === b.known;
}
