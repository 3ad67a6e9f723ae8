import type { Node } from '@vscode/tree-sitter-wasm';
import { type Climb, defines, type Grammar, nearest, type Role, refers } from '../role.js';
import { named, rulesOf } from '../rule-table.js';

export const java: Grammar = {
  rules: rulesOf({
    defines: {
      package: 'package_declaration',
      class: 'class_declaration.name',
      interface: 'interface_declaration.name',
      enum: 'enum_declaration.name',
      member: 'enum_constant.name',
      record: 'record_declaration.name',
      annotation: 'annotation_type_declaration.name',
      method: 'method_declaration.name annotation_type_element_declaration.name',
      variable: 'catch_formal_parameter.name resource.name enhanced_for_statement.name instanceof_expression.name',
      parameter: 'inferred_parameters lambda_expression.parameters',
      type_parameter: 'type_parameter',
      label: 'labeled_statement',
    },
    refers: {
      import: 'import_declaration',
      type: 'record_pattern annotation.name marker_annotation.name',
      call: 'method_invocation.name object_creation_expression.type',
      use: 'field_access.object',
      write: 'assignment_expression.left update_expression',
    },
    up: 'scoped_identifier.name field_access.field',
    by: {
      'constructor_declaration.name': defines('constructor'),
      'compact_constructor_declaration.name': defines('constructor'),
      'scoped_identifier.scope': (at) => refers(nearest(at, ['import_declaration']) === undefined ? 'use' : 'import'),
      'variable_declarator.name': readVariable,
      'formal_parameter.name': readParameter,
      type_pattern: readPattern,
      record_pattern_component: readPattern,
      generic_type: (_at, parent) => (parent.parent?.type === 'object_creation_expression' ? 'up' : refers('type')),
      scoped_type_identifier: (at, parent) =>
        parent.namedChild(parent.namedChildCount - 1)?.id === at.id ? 'up' : refers('type'),
    },
  }),
  words: new Set(['var']),
  containers: {
    ...named(`
      class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration
      method_declaration constructor_declaration compact_constructor_declaration`),
  },
};

function readVariable(_at: Node, parent: Node): Role {
  const declaration = parent.parent;
  if (declaration?.type === 'constant_declaration') return defines('constant');
  if (declaration?.type === 'spread_parameter') return defines('parameter');
  if (declaration?.type !== 'field_declaration') return defines('variable');
  const modifiers = declaration.namedChild(0)?.type === 'modifiers' ? (declaration.namedChild(0)?.text ?? '') : '';
  return defines(/\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers) ? 'constant' : 'field');
}

/** What a record is made of are its fields. */
function readParameter(_at: Node, parent: Node): Role {
  return defines(parent.parent?.parent?.type === 'record_declaration' ? 'field' : 'parameter');
}

function readPattern(_at: Node, _parent: Node, { leaf }: Climb): Role {
  return leaf.type === 'identifier' ? defines('variable') : refers('type');
}
