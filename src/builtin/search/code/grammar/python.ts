import type { Node } from '@vscode/tree-sitter-wasm';
import { type Answer, bindsOnce, type Climb, defines, type Grammar, nearest, type Role, refers } from '../role.js';
import { named, rulesOf } from '../rule-table.js';

const scopes = ['function_definition', 'class_definition', 'lambda', 'module'];

export const python: Grammar = {
  rules: rulesOf({
    defines: {
      class: 'class_definition.name',
      parameter: 'parameters lambda_parameters typed_parameter default_parameter.name typed_default_parameter.name',
      variable: 'for_in_clause.left as_pattern_target splat_pattern',
    },
    refers: {
      import: 'import_statement import_from_statement future_import_statement relative_import aliased_import',
      write: 'augmented_assignment.left',
      type: 'class_pattern union_type member_type',
      use: 'attribute.object keyword_argument.name',
      call: 'call.function decorator',
    },
    up: `
      dotted_name list_splat_pattern dictionary_splat_pattern pattern_list tuple_pattern list_pattern
      attribute.attribute`,
    by: {
      'function_definition.name': readFunction,
      'assignment.left': readAssigned,
      'named_expression.name': (at, _parent, climb) => bound(at, climb),
      'for_statement.left': (at, _parent, climb) =>
        attributeOf(climb) === undefined ? bound(at, climb) : refers('write'),
      as_pattern: readAlias,
      'subscript.value': readSubscript,
      'subscript.subscript': (_at, parent) => (isBase(parent) ? refers('type') : refers('use')),
      global_statement: readElsewhere,
      nonlocal_statement: readElsewhere,
      case_pattern: readCapture,
      keyword_pattern: readCapture,
      argument_list: (at) => (isBase(at) ? refers('type') : refers('use')),
      'keyword_argument.value': (_at, parent) => (isBase(parent) ? refers('type') : refers('use')),
      type: readType,
      generic_type: (at, parent) => (isAliased(at, parent) ? defines('type') : refers('type')),
      // `Callable[[User], None]`
      list: (_at, parent) => refers(parent.parent?.type === 'type' ? 'type' : 'use'),
      binary_operator: readOperand,
    },
  }),
  passedByFields: ['function_definition'],
  containers: {
    ...named('class_definition function_definition'),
  },
};

function readFunction(_at: Node, parent: Node, climb: Climb): Role {
  const around = parent.parent?.type === 'decorated_definition' ? parent.parent.parent : parent.parent;
  climb.bound.add(`${scopeOf(parent).id}:${climb.name}`);
  return defines(around?.parent?.type === 'class_definition' ? 'method' : 'function');
}

const scopeOf = (at: Node): Node => nearest(at, scopes) ?? at.tree.rootNode;

const bound = (at: Node, climb: Climb): Role => bindsOnce(scopeOf(at), climb, 'variable');

/** `self.path`, whose `path` it is that is looked at. */
const attributeOf = ({ leaf }: Climb): Node | undefined =>
  leaf.parent?.type === 'attribute' ? leaf.parent : undefined;

function readAssigned(at: Node, parent: Node, climb: Climb): Role {
  const attribute = attributeOf(climb);
  if (attribute !== undefined) {
    const owner = nearest(at, ['class_definition']);
    const isOwn = /^(?:self|cls)$/.test(attribute.childForFieldName('object')?.text ?? '');
    return isOwn && owner !== undefined ? bindsOnce(owner, climb, 'field') : refers('write');
  }
  const scope = scopeOf(at);
  const isLambda = at.id === climb.leaf.id && parent.childForFieldName('right')?.type === 'lambda';
  if (isLambda) return bindsOnce(scope, climb, 'function');
  return bindsOnce(scope, climb, scope.type === 'class_definition' ? 'field' : 'variable');
}

/** `global x`: what the function assigns is not its own. */
function readElsewhere(at: Node, _parent: Node, climb: Climb): Role {
  climb.bound.add(`${scopeOf(at).id}:${climb.name}`);
  return refers('use');
}

/** `Generic[T]` among the bases of a class, `names[0] = …` elsewhere. */
function readSubscript(_at: Node, parent: Node): Role {
  if (isBase(parent)) return refers('type');
  return parent.parent?.type === 'assignment' && parent.parent.childForFieldName('left')?.id === parent.id
    ? refers('write')
    : refers('use');
}

function isBase(node: Node): boolean {
  const list = node.parent;
  return list?.type === 'argument_list' && list.parent?.type === 'class_definition';
}

/** `case str() as text`. */
function readAlias(at: Node, parent: Node): Role {
  const isLast = parent.namedChild(parent.namedChildCount - 1)?.id === at.id;
  return isLast && at.type === 'identifier' ? defines('variable') : refers('use');
}

/** `type Name = …` and the names in `def f[T: Bound]` are made there; any other is used. */
function readType(_at: Node, parent: Node): Role {
  const bounded = parent.parent?.type === 'constrained_type' ? parent.parent : undefined;
  const isBound = bounded !== undefined && bounded.namedChild(0)?.id !== parent.id;
  const list = (bounded === undefined ? parent : bounded.parent)?.parent;
  const maker = list?.type === 'type_parameter' ? list.parent?.type : undefined;
  if (!isBound && (maker === 'function_definition' || maker === 'class_definition')) return defines('type_parameter');
  const isAlias =
    parent.parent?.type === 'type_alias_statement' && parent.parent.childForFieldName('left')?.id === parent.id;
  return isAlias ? defines('type') : refers('type');
}

/** `str | None` where a type stands. */
function readOperand(_at: Node, parent: Node): Answer {
  return parent.parent?.type === 'type'
    ? refers('type')
    : parent.parent?.type === 'binary_operator'
      ? 'up'
      : refers('use');
}

function isAliased(at: Node, parent: Node): boolean {
  const around = parent.parent?.parent;
  if (around?.type !== 'type_alias_statement' || around.childForFieldName('left')?.id !== parent.parent?.id)
    return false;
  return parent.namedChild(0)?.id === at.id;
}

/** A pattern of one name takes the value; `Colour.RED` compares with it, and `name=` says which. */
function readCapture(at: Node): Answer {
  return at.type === 'dotted_name' && at.namedChildCount === 1 ? defines('variable') : refers('use');
}
