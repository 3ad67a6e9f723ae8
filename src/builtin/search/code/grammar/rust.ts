import type { Node } from '@vscode/tree-sitter-wasm';
import {
  type Answer,
  bareName,
  type Climb,
  defines,
  type Grammar,
  isWithin,
  namedBy,
  nearest,
  type Role,
  refers,
} from '../role.js';

const named = namedBy('name');

export const rust: Grammar = {
  rules: {
    use_declaration: refers('import'),
    use_list: refers('import'),
    scoped_use_list: refers('import'),
    use_as_clause: refers('import'),
    use_wildcard: refers('import'),
    extern_crate_declaration: refers('import'),
    'scoped_identifier.name': 'up',
    'scoped_identifier.path': readPath,

    'function_item.name': readFunction,
    'function_signature_item.name': readFunction,
    'struct_item.name': defines('struct'),
    'enum_item.name': defines('enum'),
    'enum_variant.name': defines('member'),
    'union_item.name': defines('union'),
    'trait_item.name': defines('trait'),
    'type_item.name': defines('type'),
    'associated_type.name': defines('type'),
    'const_item.name': defines('constant'),
    'static_item.name': defines('constant'),
    'mod_item.name': defines('module'),
    'macro_definition.name': defines('macro'),
    'field_declaration.name': defines('field'),
    'type_parameter.name': defines('type_parameter'),
    'constrained_type_parameter.left': defines('type_parameter'),
    'optional_type_parameter.name': defines('type_parameter'),
    'const_parameter.name': defines('parameter'),
    type_parameters: defines('type_parameter'),
    lifetime: 'none',
    label: 'none',

    'let_declaration.pattern': readBinding,
    'let_condition.pattern': readBinding,
    'for_expression.pattern': readBinding,
    match_pattern: readBinding,
    'match_pattern.condition': refers('use'),
    'parameter.pattern': defines('parameter'),
    closure_parameters: defines('parameter'),
    captured_pattern: 'up',
    ref_pattern: 'up',
    mut_pattern: 'up',
    reference_pattern: 'up',
    tuple_pattern: 'up',
    slice_pattern: 'up',
    or_pattern: 'up',
    tuple_struct_pattern: 'up',
    struct_pattern: 'up',
    'tuple_struct_pattern.type': refers('type'),
    'struct_pattern.type': refers('type'),
    'field_pattern.pattern': 'up',
    'field_pattern.name': (at) => (at.type === 'shorthand_field_identifier' ? 'up' : refers('use')),
    field_pattern: 'up',

    'call_expression.function': refers('call'),
    'generic_function.function': 'up',
    'field_expression.field': 'up',
    'field_expression.value': refers('use'),
    'macro_invocation.macro': refers('call'),
    token_tree: readToken,
    'assignment_expression.left': refers('write'),
    'compound_assignment_expr.left': refers('write'),
    'field_initializer.field': refers('write'),
    'scoped_type_identifier.path': readPath,
    'scoped_type_identifier.name': refers('type'),
  },
  words: new Set(['Self']),
  containers: {
    impl_item: (node, leaf) => {
      const type = node.childForFieldName('type');
      return isWithin(leaf, type) ? undefined : bareName(type);
    },
    trait_item: named,
    struct_item: named,
    enum_item: named,
    enum_variant: named,
    union_item: named,
    mod_item: named,
    function_item: named,
    function_signature_item: named,
  },
};

function readFunction(_at: Node, parent: Node): Role {
  const around = parent.parent?.parent?.type;
  return defines(around === 'impl_item' || around === 'trait_item' ? 'method' : 'function');
}

function readPath(at: Node): Role {
  return nearest(at, ['use_declaration']) === undefined ? refers('use') : refers('import');
}

/** In a pattern a capital letter compares with a constant or a variant; a small one takes the value. */
function readBinding(_at: Node, _parent: Node, { leaf }: Climb): Answer {
  return /^[\p{Lu}]/u.test(leaf.text) || leaf.type === 'type_identifier' ? refers('use') : defines('variable');
}

/** What a macro is given is not parsed: a name before brackets is called. */
function readToken(at: Node): Role {
  const next = at.nextSibling;
  const isCalled = next?.type === '!' || (next?.type === 'token_tree' && next.text.startsWith('('));
  return refers(isCalled ? 'call' : 'use');
}
