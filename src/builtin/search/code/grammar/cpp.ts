import type { Node } from '@vscode/tree-sitter-wasm';
import {
  type Answer,
  bareName,
  type Climb,
  defines,
  type Grammar,
  isWithin,
  nearest,
  type Role,
  refers,
} from '../role.js';
import { named, rulesOf } from '../rule-table.js';

const bodies = ['class_specifier', 'struct_specifier', 'union_specifier'];

export const cpp: Grammar = {
  rules: rulesOf({
    defines: {
      macro: 'preproc_def.name preproc_function_def.name',
      parameter: `
        preproc_params parameter_declaration.declarator optional_parameter_declaration.declarator
        variadic_parameter_declaration.declarator`,
      member: 'enumerator.name',
      namespace: 'namespace_definition.name namespace_alias_definition.name',
      type: 'alias_declaration.name type_definition.declarator',
      concept: 'concept_definition.name',
      type_parameter: `
        type_parameter_declaration variadic_type_parameter_declaration optional_type_parameter_declaration.name`,
      label: 'labeled_statement.label',
      variable: 'for_range_loop.declarator lambda_capture_initializer.left condition_clause.declarator',
    },
    refers: {
      import: 'using_declaration',
      type: 'qualified_identifier.scope base_class_clause',
      call: 'call_expression.function new_expression.type compound_literal_expression.type',
      use: 'field_expression.argument',
      write: 'assignment_expression.left update_expression.argument field_designator',
    },
    up: `
      nested_namespace_specifier init_declarator.declarator pointer_declarator.declarator array_declarator.declarator
      function_declarator.declarator reference_declarator parenthesized_declarator variadic_declarator
      attributed_declarator structured_binding_declarator destructor_name pointer_type_declarator.declarator
      function_type_declarator.declarator parenthesized_type_declarator qualified_identifier.name template_type.name
      template_function.name template_method.name dependent_name field_expression.field`,
    by: {
      'preproc_def.value': readMacroBody,
      'preproc_function_def.value': readMacroBody,
      preproc_call: (at, parent) =>
        parent.child(0)?.text === '#undef' && at.type === 'preproc_arg' ? refers('use') : 'none',
      'class_specifier.name': specified('class'),
      'struct_specifier.name': specified('struct'),
      'union_specifier.name': specified('union'),
      'enum_specifier.name': specified('enum'),
      'function_definition.declarator': readDeclared,
      'declaration.declarator': readDeclared,
      'field_declaration.declarator': readDeclared,
      'parameter_declaration.type': (_at, parent) => refers(isConstruction(parent.parent) ? 'use' : 'type'),
      field_initializer: (at) => refers(at.type === 'field_identifier' ? 'write' : 'call'),
    },
  }),
  words: new Set(['const_cast', 'dynamic_cast', 'reinterpret_cast', 'static_cast']),
  containers: {
    ...named('class_specifier struct_specifier union_specifier enum_specifier namespace_definition'),
    qualified_identifier: (node, leaf) =>
      isWithin(leaf, node.childForFieldName('scope')) ? undefined : bareName(node.childForFieldName('scope')),
    function_definition: readFunctionName,
  },
};

/** C: in the head of a function that is no prototype, a word alone is the name of a parameter. */
export const c: Grammar = {
  ...cpp,
  rules: {
    ...cpp.rules,
    'parameter_declaration.type': (_at, parent) =>
      parent.namedChildCount === 1 && isDefined(parent) ? defines('parameter') : refers('type'),
  },
};

function isDefined(parameter: Node): boolean {
  let at = parameter.parent?.parent ?? null;
  while (at?.type.endsWith('_declarator') === true) at = at.parent;
  return at?.type === 'function_definition';
}

/** Without a body it names what is defined elsewhere. */
function specified(kind: 'class' | 'struct' | 'union' | 'enum'): (at: Node, parent: Node) => Role {
  return (_at, parent) => (parent.childForFieldName('body') === null ? refers('type') : defines(kind));
}

function readDeclared(_at: Node, parent: Node, climb: Climb): Role {
  const { leaf, name } = climb;
  if (leaf.parent?.type === 'destructor_name') return defines('destructor');
  const owner = nearest(parent, ['compound_statement', ...bodies]);
  const isInside = owner !== undefined && bodies.includes(owner.type);
  if (!isFunction(climb)) return defines(isInside ? 'field' : 'variable');
  const qualifier = lastOf(leaf);
  if (qualifier !== undefined) return defines(qualifier === name ? 'constructor' : 'method');
  if (parent.parent?.type === 'friend_declaration' || !isInside) return defines('function');
  return defines(bareName(owner.childForFieldName('name')) === name ? 'constructor' : 'method');
}

/** What its parameters follow at once is a function; what is in brackets with a star is a pointer to one. */
function isFunction({ leaf }: Climb): boolean {
  let at = leaf.parent;
  while (at !== null && nameParts.includes(at.type)) at = at.parent;
  if (at?.type === 'parenthesized_declarator') at = at.parent;
  return at?.type === 'function_declarator' && !isConstruction(at.childForFieldName('parameters'));
}

/** `Lock lock(mutex);` in a function reads as a prototype, and makes a variable more often. */
function isConstruction(list: Node | null): boolean {
  if (list === null || list.parent?.parent?.type !== 'declaration' || list.namedChildCount === 0) return false;
  if (list.parent.parent.parent?.type !== 'compound_statement') return false;
  return list.namedChildren.every(
    (given) =>
      given?.type === 'parameter_declaration' &&
      given.namedChildCount === 1 &&
      /^(?:type|qualified)_identifier$/.test(given.namedChild(0)?.type ?? ''),
  );
}

const nameParts = ['qualified_identifier', 'template_function', 'destructor_name'];

const referred = (at: Node): Node | null =>
  at.type === 'reference_declarator' ? at.namedChild(at.namedChildCount - 1) : null;

/** The last part of what stands before a qualified name: `Store` of `app::Store<T>::open`. */
function lastOf(leaf: Node): string | undefined {
  const around = leaf.parent?.type === 'template_function' ? leaf.parent.parent : leaf.parent;
  return around?.type === 'qualified_identifier' ? bareName(around.childForFieldName('scope')) : undefined;
}

const maxMacroChars = 4000;

/** The body of a macro is not parsed: what is in quotes there is text. */
function readMacroBody(_at: Node, _parent: Node, { leaf, name, offset }: Climb): Answer {
  if (leaf.type !== 'preproc_arg' || offset > maxMacroChars) return refers('use');
  const before = leaf.text.slice(0, offset).replaceAll(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\//gs, '');
  if (before.includes('"') || /\/[/*]/.test(before)) return 'none';
  return refers(/^\s*\(/.test(leaf.text.slice(offset + name.length)) ? 'call' : 'use');
}

function readFunctionName(node: Node, leaf: Node): string | undefined {
  let at = node.childForFieldName('declarator');
  while (at !== null && at.type !== 'function_declarator') at = at.childForFieldName('declarator') ?? referred(at);
  const name = at?.childForFieldName('declarator') ?? null;
  if (name === null || isWithin(leaf, name)) return undefined;
  return name.text
    .slice(0, 200)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('::', '.');
}
