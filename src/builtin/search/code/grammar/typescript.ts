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

/** JavaScript and TypeScript, with JSX. */
export const typescript: Grammar = {
  rules: rulesOf({
    defines: {
      function: `
        function_declaration.name generator_function_declaration.name function_signature.name function_expression.name
        generator_function.name`,
      class: 'class_declaration.name abstract_class_declaration.name class.name',
      interface: 'interface_declaration.name',
      type: 'type_alias_declaration.name',
      enum: 'enum_declaration.name',
      member: 'enum_assignment.name enum_body.name',
      namespace: 'internal_module.name module.name',
      type_parameter: 'type_parameter.name mapped_type_clause.name infer_type',
      label: 'labeled_statement.label',
      method: 'method_signature.name abstract_method_signature.name',
      property: 'property_signature.name',
      parameter: 'formal_parameters arrow_function.parameter index_signature.name',
      variable: 'catch_clause.parameter',
    },
    refers: {
      import: 'import_clause import_specifier namespace_import import_require_clause import_alias',
      export: 'export_specifier namespace_export export_statement',
      use: 'pair_pattern.key subscript_expression.object',
      write: 'augmented_assignment_expression.left update_expression.argument',
      call: 'call_expression.function new_expression.constructor decorator',
      type: 'extends_clause.value class_heritage type_query nested_type_identifier',
    },
    up: `
      rest_pattern object_pattern array_pattern pair_pattern.value assignment_pattern.left
      object_assignment_pattern.left member_expression.property nested_identifier.property non_null_expression`,
    by: {
      'method_definition.name': (at) => defines(at.text === 'constructor' ? 'constructor' : 'method'),
      'public_field_definition.name': readField,
      'field_definition.property': readField,
      'required_parameter.pattern': readParameter,
      'optional_parameter.pattern': readParameter,
      'variable_declarator.name': readVariable,
      'for_in_statement.left': (_at, parent) =>
        parent.childForFieldName('kind') === null ? refers('write') : defines('variable'),
      'assignment_expression.left': readAssigned,
      'member_expression.object': readOuter,
      'nested_identifier.object': readOuter,
      'jsx_opening_element.name': readElement,
      'jsx_self_closing_element.name': readElement,
      'jsx_closing_element.name': (at) => (isMarkup(at) ? 'none' : refers('use')),
      'pair.key': readKey,
      object: (_at, parent) => refers(isExports(parent.parent) ? 'export' : 'use'),
    },
  }),
  passedByFields: ['method_definition'],
  containers: {
    ...named(`
      class_declaration abstract_class_declaration class interface_declaration enum_declaration internal_module
      function_declaration generator_function_declaration function_signature function_expression method_definition
      method_signature abstract_method_signature type_alias_declaration`),
    public_field_definition: holder('name', 'value'),
    field_definition: holder('property', 'value'),
    variable_declarator: holder('name', 'value'),
    pair: holder('key', 'value'),
    assignment_expression: assignedTo,
  },
};

const functions = ['arrow_function', 'function_expression', 'generator_function', 'function'];

const isFunction = (node: Node | null): boolean => node !== null && functions.includes(node.type);

/** What holds names of its own: a function, a class or an object that was given a name. */
function holder(name: string, value: string): (node: Node, leaf: Node) => string | undefined {
  return (node, leaf) => {
    const held = node.childForFieldName(value);
    if (held === null || !(isFunction(held) || ['class', 'object'].includes(held.type))) return undefined;
    const called = node.childForFieldName(name);
    return isWithin(leaf, called) || called?.type === 'object_pattern' ? undefined : bareName(called);
  };
}

/** `namespace Outer.Inner` makes both. */
function readOuter(_at: Node, parent: Node): Role {
  let around: Node | null = parent;
  while (around?.type === 'nested_identifier' || around?.type === 'member_expression') around = around.parent;
  return around?.type === 'internal_module' || around?.type === 'module' ? defines('namespace') : refers('use');
}

function readField(at: Node, parent: Node, climb: Climb): Role {
  if (isFunction(parent.childForFieldName('value'))) return defines('method');
  const scope = nearest(at, ['class_body']);
  return scope === undefined ? defines('field') : bindsOnce(scope, climb, 'field');
}

/** `constructor(private readonly root: string)` makes a field. */
function readParameter(at: Node, parent: Node, climb: Climb): Role {
  const scope = nearest(at, ['class_body']);
  const isField =
    at.id === climb.leaf.id &&
    parent.children.some((child) => /^(?:accessibility_modifier|readonly|override_modifier)$/.test(child?.type ?? ''));
  return isField && scope !== undefined ? bindsOnce(scope, climb, 'field') : defines('parameter');
}

function readVariable(at: Node, parent: Node, { leaf }: Climb): Role {
  const value = parent.childForFieldName('value');
  if (isRequired(value)) return refers('import');
  if (at.id === leaf.id && isFunction(value)) return defines('function');
  if (at.id === leaf.id && value?.type === 'class') return defines('class');
  return defines(parent.parent?.child(0)?.type === 'const' ? 'constant' : 'variable');
}

/** `require('x')` and `await import('x')`. */
function isRequired(value: Node | null): boolean {
  const call = value?.type === 'await_expression' ? value.namedChild(0) : value;
  if (call?.type !== 'call_expression') return false;
  const called = call.childForFieldName('function');
  return called?.text === 'require' || (called?.type === 'import' && value?.type === 'await_expression');
}

/** What is put on an object may be where it is made. */
function readAssigned(at: Node, parent: Node, climb: Climb): Role {
  if (at.type !== 'member_expression') return refers('write');
  const value = parent.childForFieldName('right');
  const object = at.childForFieldName('object');
  if (isFunction(value)) return defines(isExportsName(object) ? 'function' : 'method');
  if (value?.type === 'class') return defines('class');
  if (isExportsName(object)) return bindsOnce(at.tree.rootNode, climb, 'variable');
  if (object?.type !== 'this') return refers('write');
  const body = nearest(at, ['class_body']);
  const method = nearest(at, ['method_definition']);
  if (body !== undefined)
    return method?.childForFieldName('name')?.text === 'constructor'
      ? bindsOnce(body, climb, 'field')
      : refers('write');
  const maker = nearest(at, ['function_declaration']);
  return maker === undefined ? refers('write') : bindsOnce(maker, climb, 'field');
}

const isExportsName = (object: Node | null): boolean => object !== null && /^(?:module\.)?exports$/.test(object.text);

const isExports = (assignment: Node | null): boolean =>
  assignment?.type === 'assignment_expression' && isExportsName(assignment.childForFieldName('left'));

/** A key of an object that is declared as it stands is defined there; of one that is handed over it is written. */
function readKey(_at: Node, parent: Node): Role {
  const value = parent.childForFieldName('value');
  if (isFunction(value)) return defines('method');
  if (value?.type === 'class') return defines('class');
  if (isExports(parent.parent?.parent ?? null)) return refers('export');
  return isDeclared(parent.parent) ? defines('property') : refers('write');
}

function isDeclared(object: Node | null): boolean {
  const around = object?.parent ?? null;
  switch (around?.type) {
    case 'variable_declarator':
      return around.childForFieldName('type') === null;
    case 'pair':
      return isDeclared(around.parent);
    case 'as_expression':
    case 'satisfies_expression':
    case 'parenthesized_expression':
      return isDeclared(around);
    default:
      return around?.type === 'export_statement';
  }
}

/** Small letters alone name an element of the page, not a component. */
const isMarkup = (at: Node): boolean => at.type === 'identifier' && /^[a-z]/.test(at.text);

function readElement(at: Node): Role | 'none' {
  return isMarkup(at) ? 'none' : refers('call');
}

/** `Animal.prototype.speak = …` is Animal's. */
function assignedTo(node: Node, leaf: Node): string | undefined {
  const left = node.childForFieldName('left');
  if (left?.type !== 'member_expression' || !isFunction(node.childForFieldName('right'))) return undefined;
  const object = left.childForFieldName('object');
  const owner =
    isExportsName(object) || object?.type === 'this' ? '' : (object?.text ?? '').replace(/\.prototype$/, '');
  if (isWithin(leaf, left)) return owner;
  return [owner, left.childForFieldName('property')?.text ?? ''].filter((part) => part !== '').join('.');
}
