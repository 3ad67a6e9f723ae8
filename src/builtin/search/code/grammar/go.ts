import type { Node } from '@vscode/tree-sitter-wasm';
import {
  bareName,
  bindsOnce,
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

export const go: Grammar = {
  rules: {
    package_clause: defines('package'),
    'import_spec.name': refers('import'),

    'function_declaration.name': defines('function'),
    'method_declaration.name': defines('method'),
    'method_elem.name': defines('method'),
    'method_spec.name': defines('method'),
    'type_spec.name': readType,
    'type_alias.name': defines('type'),
    'field_declaration.name': defines('field'),
    'const_spec.name': defines('constant'),
    'var_spec.name': defines('variable'),
    'parameter_declaration.name': defines('parameter'),
    'variadic_parameter_declaration.name': defines('parameter'),
    'type_parameter_declaration.name': defines('type_parameter'),
    'labeled_statement.label': defines('label'),

    expression_list: 'up',
    'short_var_declaration.left': readDeclared,
    'range_clause.left': readDeclared,
    'receive_statement.left': readDeclared,
    'type_switch_statement.alias': defines('variable'),
    'assignment_statement.left': refers('write'),
    inc_statement: refers('write'),
    dec_statement: refers('write'),

    'selector_expression.field': 'up',
    'selector_expression.operand': refers('use'),
    'call_expression.function': refers('call'),
    'type_instantiation_expression.type': 'up',
    literal_element: 'up',
    'keyed_element.key': (at, _parent, { leaf }) =>
      at.namedChild(0)?.id === leaf.id ? refers('write') : refers('use'),
    'qualified_type.package': refers('use'),
    'qualified_type.name': 'up',
    'generic_type.type': readGeneric,
  },
  containers: {
    method_elem: named,
    method_spec: named,
    function_declaration: named,
    method_declaration: readMethod,
    type_spec: named,
  },
};

function readType(_at: Node, parent: Node): Role {
  const type = parent.childForFieldName('type')?.type;
  if (type === 'struct_type') return defines('struct');
  return defines(type === 'interface_type' ? 'interface' : 'type');
}

const scopes = [
  'block',
  'if_statement',
  'for_statement',
  'expression_switch_statement',
  'type_switch_statement',
  'expression_case',
  'communication_case',
];

/** `:=` makes the names that are new, and `=` none. */
function readDeclared(at: Node, parent: Node, climb: Climb): Role {
  const declares = parent.children.some((child) => child?.type === ':=');
  const isName = climb.leaf.id === at.id || climb.leaf.parent?.id === at.id;
  if (!declares || !isName) return refers('write');
  return bindsOnce(nearest(at, scopes) ?? at.tree.rootNode, climb, 'variable');
}

/** `Map[int](names)` reads as a conversion, and is a call more often. */
function readGeneric(_at: Node, parent: Node): Role {
  return refers(parent.parent?.type === 'type_conversion_expression' ? 'call' : 'type');
}

function readMethod(node: Node, leaf: Node): string | undefined {
  const receiver = node.childForFieldName('receiver');
  const owner = receiver?.text.replace(/^\(\s*(?:\w+\s+)?\*?\s*|\[.*$|\)$/gs, '') ?? '';
  const name = node.childForFieldName('name');
  return isWithin(leaf, name) ? owner : `${owner}.${bareName(name)}`;
}
