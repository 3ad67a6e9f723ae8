import type { Node } from '@vscode/tree-sitter-wasm';
import {
  bareName,
  defines,
  type definitionKinds,
  type Grammar,
  isWithin,
  type Rule,
  type referenceKinds,
  refers,
} from './role.js';

/** What the places of a language mean, by meaning: each text lists places, `parent.field` or `parent`. */
interface RuleTable {
  /** Every object has a `constructor`: those of a language stand in `by`. */
  readonly defines: Readonly<Partial<Record<Exclude<(typeof definitionKinds)[number], 'constructor'>, string>>>;
  readonly refers: Readonly<Partial<Record<(typeof referenceKinds)[number], string>>>;
  readonly up: string;
  readonly none?: string;
  /** Those that have to be looked at closer. */
  readonly by: Readonly<Record<string, Rule>>;
}

export function rulesOf(table: RuleTable): Grammar['rules'] {
  const kinds = <Kind extends string>(places: object, meaning: (kind: Kind) => Rule) =>
    Object.entries(places).flatMap(([kind, listed]) => each(listed, meaning(kind as Kind)));
  return Object.fromEntries([
    ...kinds(table.defines, defines),
    ...kinds(table.refers, refers),
    ...each(table.up, 'up'),
    ...each(table.none ?? '', 'none'),
    ...Object.entries(table.by),
  ]);
}

/** Containers that are called by their field `name`, unless it is that name itself that is asked about. */
export function named(types: string): Grammar['containers'] {
  const nameOf = (node: Node, leaf: Node): string | undefined => {
    const name = node.childForFieldName('name');
    return isWithin(leaf, name) ? undefined : bareName(name)?.replaceAll('::', '.');
  };
  return Object.fromEntries(each(types, nameOf));
}

const each = <Value>(listed: string, value: Value): [string, Value][] =>
  listed.split(/\s+/).flatMap((key) => (key === '' ? [] : [[key, value]]));
