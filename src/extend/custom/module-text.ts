import { builtinModules } from 'node:module';
import type { Node } from '@vscode/tree-sitter-wasm';
import { openTreeSitter } from '../../base/tree-sitter.js';

/** A file as a module that stands for itself, or why it cannot be one. */
export type ModuleText = { readonly text: string } | { readonly problem: string };

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const maxChars = 1_000_000;

/**
 * Makes a module out of the text of a file: types are blanked out, so that every line stays where it is, and what it imports
 * from `toolwright` comes from here. What is more than types (enums, namespaces, parameter properties, decorators) is refused.
 */
export async function moduleText(
  source: string,
  { typed, library }: { readonly typed: boolean /** The address of `toolwright`. */; readonly library: string },
): Promise<ModuleText> {
  if (source.length > maxChars) return { problem: `it has more than ${maxChars} characters` };
  const { createParser, loadGrammar } = await openTreeSitter();
  const parser = createParser();
  try {
    parser.setLanguage(await loadGrammar(typed ? 'typescript' : 'javascript'));
    const tree = parser.parse(source);
    if (tree === null) return { problem: 'it could not be read' };
    try {
      const edits: Edit[] = [];
      const problem = visit(tree.rootNode, { source, library, edits });
      return problem === undefined ? { text: apply(source, edits) } : { problem };
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

interface Context {
  readonly source: string;
  readonly library: string;
  readonly edits: Edit[];
}

/** Types and modifiers: nothing of these is left. */
const types: ReadonlySet<string> = new Set([
  ...['type_annotation', 'type_predicate_annotation', 'asserts_annotation', 'type_parameters', 'type_arguments'],
  ...['implements_clause', 'accessibility_modifier', 'override_modifier'],
]);

/** Whole statements and members. A semicolon stays in their place, so that what is around them does not grow together. */
const declarations: ReadonlySet<string> = new Set([
  ...['interface_declaration', 'type_alias_declaration', 'ambient_declaration', 'function_signature'],
  ...['abstract_method_signature', 'method_signature', 'index_signature'],
]);

/** What would have to be made into code. */
const unsupported: ReadonlyMap<string, string> = new Map([
  ['enum_declaration', 'an enum: use a const object'],
  ['internal_module', 'a namespace: use the module itself'],
  ['module', 'a module declaration: use the module itself'],
  ['type_assertion', 'a type in angle brackets before a value: use "as"'],
  ['import_require_clause', 'import … = require(): use import … from'],
  ['import_alias', 'import … = …: use const'],
  ['decorator', 'a decorator: call the function yourself'],
]);

function visit(node: Node, context: Context): string | undefined {
  const { type } = node;
  if (node.isError || node.isMissing) return `line ${lineOf(node)} cannot be read`;
  const cannot = unsupported.get(type);
  if (cannot !== undefined) return `line ${lineOf(node)} has ${cannot}`;
  if (types.has(type)) return blank(node, context);
  if (declarations.has(type)) return blankStatement(node, context);
  if (type === 'import_statement' || type === 'export_statement') {
    const problem = visitStatement(node, context);
    if (problem !== 'goes on') return problem;
  }
  if (type === 'as_expression' || type === 'satisfies_expression') return visitCast(node, context);
  if (type === 'required_parameter' || type === 'optional_parameter') {
    if (has(node, 'accessibility_modifier') || has(node, 'readonly') || has(node, 'override_modifier'))
      return `line ${lineOf(node)} has a parameter that is a property: assign it in the constructor`;
    if (has(node, 'this')) return blankItem(node, context);
  }
  if (type === 'public_field_definition' && (has(node, 'declare') || has(node, 'abstract')))
    return blankStatement(node, context);
  for (const child of node.children) {
    if (child === null) continue;
    const problem = isModifier(child, node) ? blank(child, context) : visit(child, context);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const modified: Readonly<Record<string, readonly string[]>> = {
  non_null_expression: ['!'],
  public_field_definition: ['readonly', '?', '!'],
  optional_parameter: ['?'],
  method_definition: ['?'],
  variable_declarator: ['!'],
  abstract_class_declaration: ['abstract'],
};

const isModifier = (child: Node, { type }: Node): boolean => modified[type]?.includes(child.type) === true;

/** Imports and exports: of types, and from elsewhere. */
function visitStatement(node: Node, context: Context): string | undefined | 'goes on' {
  const declaration = node.childForFieldName('declaration');
  if (has(node, 'type') || (declaration !== null && declarations.has(declaration.type)))
    return blankStatement(node, context);
  if (node.type === 'export_statement' && has(node, '='))
    return `line ${lineOf(node)} has export =: use export default`;
  for (const list of node.descendantsOfType(['import_specifier', 'export_specifier']))
    if (list !== null && has(list, 'type')) blankItem(list, context);
  const from = node.childForFieldName('source');
  if (from === null) return 'goes on';
  const name = from.text.slice(1, -1);
  if (name === 'toolwright') {
    context.edits.push({ from: from.startIndex, to: from.endIndex, text: JSON.stringify(context.library) });
    return undefined;
  }
  if (name.startsWith('node:') || builtinModules.includes(name)) return undefined;
  return `line ${lineOf(node)} imports ${JSON.stringify(name)}: a tool file stands for itself, and imports from "toolwright" and node: only`;
}

function visitCast(node: Node, context: Context): string | undefined {
  const [value] = node.children;
  if (value === undefined || value === null) return undefined;
  // The compiler ends the statement there; without the type, the next line would go on with the value.
  if (node.parent !== null && goesOn.has(node.parent.type)) return lineEnds(node);
  const wrong = brokenType(node);
  if (wrong !== undefined) return wrong;
  const from = value.endIndex;
  context.edits.push({ from, to: node.endIndex, text: spaces(context.source.slice(from, node.endIndex)) });
  return visit(value, context);
}

const goesOn: ReadonlySet<string> = new Set([
  ...['call_expression', 'member_expression', 'subscript_expression', 'non_null_expression'],
]);

const lineEnds = (node: Node): string =>
  `line ${lineOf(node)} has a type that the next line goes on with: end it with a semicolon`;

/** A bracket on the next line is no part of a type for the compiler. */
function brokenType(node: Node): string | undefined {
  const broken = node
    .descendantsOfType(['lookup_type', 'array_type'])
    .some((one) => one?.children.some((child) => child?.type === '[' && isOnNextLine(child)));
  return broken ? lineEnds(node) : undefined;
}

const isOnNextLine = (node: Node): boolean =>
  node.previousSibling !== null && node.previousSibling.endPosition.row < node.startPosition.row;

function blank(node: Node, { source, edits }: Context): string | undefined {
  const text = spaces(source.slice(node.startIndex, node.endIndex));
  // No line may end between the parameters of an arrow function and its arrow.
  const inLine = node.parent?.type === 'arrow_function' ? text.replace(/[\r\n]/g, ' ') : text;
  edits.push({ from: node.startIndex, to: node.endIndex, text: inLine });
  return brokenType(node);
}

function blankStatement(node: Node, { source, edits }: Context): undefined {
  const text = spaces(source.slice(node.startIndex, node.endIndex));
  edits.push({ from: node.startIndex, to: node.endIndex, text: `;${text.slice(1)}` });
}

/** With the comma behind it. */
function blankItem(node: Node, { source, edits }: Context): undefined {
  const comma = node.nextSibling?.type === ',' ? node.nextSibling.endIndex : node.endIndex;
  edits.push({ from: node.startIndex, to: comma, text: spaces(source.slice(node.startIndex, comma)) });
}

const spaces = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const has = (node: Node, type: string): boolean => node.children.some((child) => child?.type === type);

const lineOf = (node: Node): number => node.startPosition.row + 1;

function apply(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    // One inside another was blanked with it.
    if (edit.from < at) continue;
    text += source.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return text + source.slice(at);
}
