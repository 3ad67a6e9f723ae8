import type { Node } from '@vscode/tree-sitter-wasm';
import {
  bareName,
  bindsOnce,
  type Climb,
  defines,
  type Grammar,
  isWithin,
  nearest,
  type Role,
  refers,
} from '../role.js';
import { named, rulesOf } from '../rule-table.js';

export const go: Grammar = {
  rules: rulesOf({
    defines: {
      package: 'package_clause',
      function: 'function_declaration.name',
      method: 'method_declaration.name method_elem.name method_spec.name',
      type: 'type_alias.name',
      field: 'field_declaration.name',
      constant: 'const_spec.name',
      variable: 'var_spec.name type_switch_statement.alias',
      parameter: 'parameter_declaration.name variadic_parameter_declaration.name',
      type_parameter: 'type_parameter_declaration.name',
      label: 'labeled_statement.label',
    },
    refers: {
      import: 'import_spec.name',
      write: 'assignment_statement.left inc_statement dec_statement',
      use: 'selector_expression.operand qualified_type.package',
      call: 'call_expression.function',
    },
    up: `
      expression_list selector_expression.field type_instantiation_expression.type literal_element qualified_type.name`,
    by: {
      'type_spec.name': readType,
      'short_var_declaration.left': readDeclared,
      'range_clause.left': readDeclared,
      'receive_statement.left': readDeclared,
      'keyed_element.key': (at, _parent, { leaf }) =>
        at.namedChild(0)?.id === leaf.id ? refers('write') : refers('use'),
      'generic_type.type': readGeneric,
    },
  }),
  containers: {
    ...named('method_elem method_spec function_declaration type_spec'),
    method_declaration: readMethod,
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
