import type { Node } from '@vscode/tree-sitter-wasm';
import { words } from '../../../base/text.js';
import { type Climb, type Grammar, maxSteps, type Role, type Rule, refers } from './role.js';

/** Climbs from a name until something says what it is; undefined where it names nothing. */
export function readRole(grammar: Grammar, climb: Climb): Role | undefined {
  if (!names.has(climb.leaf.type) || grammar.words?.has(climb.name) === true) return undefined;
  let at = climb.leaf;
  for (let step = 0; step < maxSteps; step += 1) {
    const { parent } = at;
    const rule = parent === null ? undefined : ruleOf(grammar, at, parent);
    if (parent === null || rule === undefined) break;
    const answer = typeof rule === 'function' ? rule(at, parent, climb) : rule;
    if (answer === 'none') return undefined;
    if (answer !== 'up') return answer;
    at = parent;
  }
  return refers(climb.leaf.type === 'type_identifier' ? 'type' : 'use');
}

/** What definitions around a name are called, from the outermost in; empty at the top of a file. */
export function readContainer({ containers, passedByFields = [] }: Grammar, leaf: Node, { kind }: Role): string {
  const found: string[] = [];
  let at: Node | null = leaf;
  for (let step = 0; at !== null && step < maxSteps; step += 1) {
    const isPassed = kind === 'field' && found.length === 0 && passedByFields.includes(at.type);
    const name = isPassed ? undefined : containers[at.type]?.(at, leaf);
    if (name !== undefined && name !== '') found.unshift(name);
    at = at.parent;
  }
  return found.join('.');
}

/** Leaves that are names, in any of the grammars. Texts and comments are of other types. */
const names = new Set(
  words(`
  identifier type_identifier field_identifier shorthand_field_identifier property_identifier
  private_property_identifier shorthand_property_identifier shorthand_property_identifier_pattern statement_identifier
  package_identifier namespace_identifier label_name preproc_arg`),
);

function ruleOf({ rules }: Grammar, at: Node, parent: Node): Rule | undefined {
  const general = rules[parent.type];
  // Looking for the field costs more than all the rest: most parents have one rule for all they hold.
  if (!fieldRules(rules).has(parent.type)) return general;
  const field = fieldOf(at, parent);
  return (field === undefined ? undefined : rules[`${parent.type}.${field}`]) ?? general;
}

const withFields = new WeakMap<object, ReadonlySet<string>>();

function fieldRules(rules: Grammar['rules']): ReadonlySet<string> {
  const known = withFields.get(rules);
  if (known !== undefined) return known;
  const types = new Set(
    Object.keys(rules).flatMap((key) => (key.includes('.') ? [key.slice(0, key.indexOf('.'))] : [])),
  );
  withFields.set(rules, types);
  return types;
}

function fieldOf(at: Node, parent: Node): string | undefined {
  for (let index = 0; index < parent.childCount; index += 1) {
    if (parent.child(index)?.id === at.id) return parent.fieldNameForChild(index) ?? undefined;
  }
  return undefined;
}
