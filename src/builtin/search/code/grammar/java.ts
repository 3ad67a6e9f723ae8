import type { Node } from '@vscode/tree-sitter-wasm';
import { type Climb, defines, type Grammar, namedBy, nearest, type Role, refers } from '../role.js';

const named = namedBy('name');

export const java: Grammar = {
  rules: {
    package_declaration: defines('package'),
    import_declaration: refers('import'),
    'scoped_identifier.name': 'up',
    'scoped_identifier.scope': (at) => refers(nearest(at, ['import_declaration']) === undefined ? 'use' : 'import'),

    'class_declaration.name': defines('class'),
    'interface_declaration.name': defines('interface'),
    'enum_declaration.name': defines('enum'),
    'enum_constant.name': defines('member'),
    'record_declaration.name': defines('record'),
    'annotation_type_declaration.name': defines('annotation'),
    'method_declaration.name': defines('method'),
    'annotation_type_element_declaration.name': defines('method'),
    'constructor_declaration.name': defines('constructor'),
    'compact_constructor_declaration.name': defines('constructor'),
    'variable_declarator.name': readVariable,
    'formal_parameter.name': readParameter,
    'catch_formal_parameter.name': defines('variable'),
    'resource.name': defines('variable'),
    'enhanced_for_statement.name': defines('variable'),
    'instanceof_expression.name': defines('variable'),
    type_pattern: readPattern,
    record_pattern_component: readPattern,
    record_pattern: refers('type'),
    inferred_parameters: defines('parameter'),
    'lambda_expression.parameters': defines('parameter'),
    type_parameter: defines('type_parameter'),
    labeled_statement: defines('label'),

    'method_invocation.name': refers('call'),
    'object_creation_expression.type': refers('call'),
    generic_type: (_at, parent) => (parent.parent?.type === 'object_creation_expression' ? 'up' : refers('type')),
    scoped_type_identifier: (at, parent) =>
      parent.namedChild(parent.namedChildCount - 1)?.id === at.id ? 'up' : refers('type'),
    'field_access.field': 'up',
    'field_access.object': refers('use'),
    'assignment_expression.left': refers('write'),
    update_expression: refers('write'),
    'annotation.name': refers('type'),
    'marker_annotation.name': refers('type'),
  },
  words: new Set(['var']),
  containers: {
    class_declaration: named,
    interface_declaration: named,
    enum_declaration: named,
    record_declaration: named,
    annotation_type_declaration: named,
    method_declaration: named,
    constructor_declaration: named,
    compact_constructor_declaration: named,
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
