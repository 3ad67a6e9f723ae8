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

export const rust: Grammar = {
  rules: rulesOf({
    defines: {
      struct: 'struct_item.name',
      enum: 'enum_item.name',
      member: 'enum_variant.name',
      union: 'union_item.name',
      trait: 'trait_item.name',
      type: 'type_item.name associated_type.name',
      constant: 'const_item.name static_item.name',
      module: 'mod_item.name',
      macro: 'macro_definition.name',
      field: 'field_declaration.name',
      type_parameter: `
        type_parameter.name constrained_type_parameter.left optional_type_parameter.name type_parameters`,
      parameter: 'const_parameter.name parameter.pattern closure_parameters',
    },
    refers: {
      import: 'use_declaration use_list scoped_use_list use_as_clause use_wildcard extern_crate_declaration',
      use: 'match_pattern.condition field_expression.value',
      type: 'tuple_struct_pattern.type struct_pattern.type scoped_type_identifier.name',
      call: 'call_expression.function macro_invocation.macro',
      write: 'assignment_expression.left compound_assignment_expr.left field_initializer.field',
    },
    up: `
      scoped_identifier.name captured_pattern ref_pattern mut_pattern reference_pattern tuple_pattern slice_pattern
      or_pattern tuple_struct_pattern struct_pattern field_pattern.pattern field_pattern generic_function.function
      field_expression.field`,
    none: 'lifetime label',
    by: {
      'scoped_identifier.path': readPath,
      'function_item.name': readFunction,
      'function_signature_item.name': readFunction,
      'let_declaration.pattern': readBinding,
      'let_condition.pattern': readBinding,
      'for_expression.pattern': readBinding,
      match_pattern: readBinding,
      'field_pattern.name': (at) => (at.type === 'shorthand_field_identifier' ? 'up' : refers('use')),
      token_tree: readToken,
      'scoped_type_identifier.path': readPath,
    },
  }),
  words: new Set(['Self']),
  containers: {
    ...named('trait_item struct_item enum_item enum_variant union_item mod_item function_item function_signature_item'),
    impl_item: (node, leaf) => {
      const type = node.childForFieldName('type');
      return isWithin(leaf, type) ? undefined : bareName(type);
    },
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
