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

/** JavaScript and TypeScript, with JSX. */
export const typescript: Grammar = {
  rules: {
    import_clause: refers('import'),
    import_specifier: refers('import'),
    namespace_import: refers('import'),
    import_require_clause: refers('import'),
    import_alias: refers('import'),
    export_specifier: refers('export'),
    namespace_export: refers('export'),
    export_statement: refers('export'),

    'function_declaration.name': defines('function'),
    'generator_function_declaration.name': defines('function'),
    'function_signature.name': defines('function'),
    'function_expression.name': defines('function'),
    'generator_function.name': defines('function'),
    'class_declaration.name': defines('class'),
    'abstract_class_declaration.name': defines('class'),
    'class.name': defines('class'),
    'interface_declaration.name': defines('interface'),
    'type_alias_declaration.name': defines('type'),
    'enum_declaration.name': defines('enum'),
    'enum_assignment.name': defines('member'),
    'enum_body.name': defines('member'),
    'internal_module.name': defines('namespace'),
    'module.name': defines('namespace'),
    'type_parameter.name': defines('type_parameter'),
    'mapped_type_clause.name': defines('type_parameter'),
    infer_type: defines('type_parameter'),
    'labeled_statement.label': defines('label'),

    'method_definition.name': (at) => defines(at.text === 'constructor' ? 'constructor' : 'method'),
    'method_signature.name': defines('method'),
    'abstract_method_signature.name': defines('method'),
    'property_signature.name': defines('property'),
    'public_field_definition.name': readField,
    'field_definition.property': readField,

    'required_parameter.pattern': readParameter,
    'optional_parameter.pattern': readParameter,
    formal_parameters: defines('parameter'),
    'arrow_function.parameter': defines('parameter'),
    'index_signature.name': defines('parameter'),
    'variable_declarator.name': readVariable,
    'for_in_statement.left': (_at, parent) =>
      parent.childForFieldName('kind') === null ? refers('write') : defines('variable'),
    'catch_clause.parameter': defines('variable'),
    rest_pattern: 'up',
    object_pattern: 'up',
    array_pattern: 'up',
    'pair_pattern.value': 'up',
    'pair_pattern.key': refers('use'),
    'assignment_pattern.left': 'up',
    'object_assignment_pattern.left': 'up',

    'assignment_expression.left': readAssigned,
    'augmented_assignment_expression.left': refers('write'),
    'update_expression.argument': refers('write'),
    'member_expression.property': 'up',
    'member_expression.object': readOuter,
    'nested_identifier.property': 'up',
    'nested_identifier.object': readOuter,
    'subscript_expression.object': refers('use'),
    non_null_expression: 'up',
    'call_expression.function': refers('call'),
    'new_expression.constructor': refers('call'),
    decorator: refers('call'),
    'jsx_opening_element.name': readElement,
    'jsx_self_closing_element.name': readElement,
    'jsx_closing_element.name': (at) => (isMarkup(at) ? 'none' : refers('use')),
    'extends_clause.value': refers('type'),
    class_heritage: refers('type'),
    type_query: refers('type'),
    nested_type_identifier: refers('type'),

    'pair.key': readKey,
    object: (_at, parent) => refers(isExports(parent.parent) ? 'export' : 'use'),
  },
  passedByFields: ['method_definition'],
  containers: {
    class_declaration: named,
    abstract_class_declaration: named,
    class: named,
    interface_declaration: named,
    enum_declaration: named,
    internal_module: named,
    function_declaration: named,
    generator_function_declaration: named,
    function_signature: named,
    function_expression: named,
    method_definition: named,
    method_signature: named,
    abstract_method_signature: named,
    type_alias_declaration: named,
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
