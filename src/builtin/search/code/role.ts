import type { Node } from '@vscode/tree-sitter-wasm';

export const definitionKinds = [
  'annotation',
  'class',
  'concept',
  'constant',
  'constructor',
  'destructor',
  'enum',
  'field',
  'function',
  'interface',
  'label',
  'macro',
  'member',
  'method',
  'module',
  'namespace',
  'package',
  'parameter',
  'property',
  'record',
  'struct',
  'trait',
  'type',
  'type_parameter',
  'union',
  'variable',
] as const;

export const referenceKinds = ['call', 'export', 'import', 'type', 'use', 'write'] as const;

/** What a name is where it stands. */
export type Role =
  | { readonly role: 'definition'; readonly kind: (typeof definitionKinds)[number] }
  | { readonly role: 'reference'; readonly kind: (typeof referenceKinds)[number] };

/** `up`: what it stands in decides. `none`: it names nothing. */
export type Answer = Role | 'up' | 'none';

/** A name on the way up its tree. */
export interface Climb {
  readonly leaf: Node;
  readonly name: string;
  /** Where the name begins in its leaf: a leaf may hold more than the name. */
  readonly offset: number;
  /** Names by the scope they were bound in: what assigns them again only writes. */
  readonly bound: Set<string>;
}

/** Decides by the node that was climbed to and the one it stands in. */
export type Rule = Answer | ((at: Node, parent: Node, climb: Climb) => Answer);

/** What the nodes of a language mean. */
export interface Grammar {
  /** By what a name stands in: `parent.field`, or else `parent`. Without a rule a name is used, or is a type. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** Words of the language that its parser takes for names. */
  readonly words?: ReadonlySet<string>;
  /** Containers that a field made in them does not belong to: `self.path = …` in a method is of the class. */
  readonly passedByFields?: readonly string[];
  /** What definitions stand in, and the name it gives them; none for a definition that is the node itself. */
  readonly containers: Readonly<Record<string, (node: Node, leaf: Node) => string | undefined>>;
}

export const defines = (kind: (typeof definitionKinds)[number]): Role => ({ role: 'definition', kind });
export const refers = (kind: (typeof referenceKinds)[number]): Role => ({ role: 'reference', kind });

/** The first time in its scope a name is bound; after that it is written. */
export function bindsOnce(scope: Node, climb: Climb, kind: (typeof definitionKinds)[number]): Role {
  const key = `${scope.id}:${climb.name}`;
  if (climb.bound.has(key)) return refers('write');
  climb.bound.add(key);
  return defines(kind);
}

/** No program is written deeper than this, and each step up costs the more the deeper it is. */
export const maxSteps = 300;

/** The nearest node around another that is of one of these types. */
export function nearest(from: Node, types: readonly string[]): Node | undefined {
  let at = from.parent;
  for (let step = 0; at !== null && step < maxSteps; step += 1) {
    if (types.includes(at.type)) return at;
    at = at.parent;
  }
  return undefined;
}

export const isWithin = (leaf: Node, node: Node | null): boolean =>
  node !== null && node.startIndex <= leaf.startIndex && leaf.endIndex <= node.endIndex;

/** The text of a name, without type arguments. */
export const bareName = (node: Node | null): string | undefined => node?.text.slice(0, 200).replace(/\s*<.*$/s, '');
