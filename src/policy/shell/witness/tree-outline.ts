import type { Node } from '@vscode/tree-sitter-wasm';
import type { Outline } from './outline.js';

/** The same of the witness's tree. Undefined as soon as there is anything that is not proved. */
export function readTreeOutline(root: Node): Outline | undefined {
  const outline: Outline = { commands: [], redirects: [] };
  return lookAt(root, outline) ? outline : undefined;
}

function lookAt(node: Node, outline: Outline): boolean {
  switch (node.type) {
    case 'program':
    case 'list':
    case 'pipeline':
    case 'subshell':
    case 'compound_statement':
    case 'redirected_statement':
    case 'negated_command':
      return node.namedChildren.every((child) => child === null || lookAt(child, outline));
    case 'command': {
      const words: [number, number][] = [];
      for (const child of node.namedChildren) {
        if (child === null) continue;
        if (child.type.endsWith('_redirect')) {
          if (!lookAt(child, outline)) return false;
        } else words.push([child.startIndex, child.endIndex]);
      }
      outline.commands.push(words);
      return true;
    }
    case 'variable_assignment':
      outline.commands.push([[node.startIndex, node.endIndex]]);
      return true;
    case 'variable_assignments':
      outline.commands.push(
        node.namedChildren.flatMap((child) => (child === null ? [] : [[child.startIndex, child.endIndex]])),
      );
      return true;
    case 'test_command':
      outline.commands.push(testWords(node));
      return true;
    case 'file_redirect': {
      const target = node.childForFieldName('destination');
      if (target === null) return false;
      outline.redirects.push([target.startIndex, target.endIndex]);
      return true;
    }
    case 'herestring_redirect': {
      const target = node.namedChildren.findLast((child) => child?.type !== 'file_descriptor');
      if (target === null || target === undefined) return false;
      outline.redirects.push([target.startIndex, target.endIndex]);
      return true;
    }
    case 'heredoc_redirect':
      outline.redirects.push([-1, -1]);
      return node.namedChildren.every(
        (child) =>
          child === null ||
          child.type.startsWith('heredoc_') ||
          child.type === 'file_descriptor' ||
          lookAt(child, outline),
      );
    default:
      return node.type === 'comment';
  }
}

/** The words of `[ … ]` and `[[ … ]]` in their order, operators too; the closing `]]` is no word. */
function testWords({ children }: Node): [number, number][] {
  return children.flatMap((child): [number, number][] => {
    if (child === null || child.type === ']]') return [];
    return child.type.endsWith('_expression') ? testWords(child) : [[child.startIndex, child.endIndex]];
  });
}
