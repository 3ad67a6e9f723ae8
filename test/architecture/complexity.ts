import ts from 'typescript';
import type { SourceFile } from './source.js';

export interface Measured {
  /** `src/run/call.ts step`: without its line, which changes with every edit above it. */
  readonly name: string;
  readonly complexity: number;
}

/** The complexity of every function of a file, the most complex first. What stands in a function within counts there alone. */
export function measureFunctions({ path, tree }: Pick<SourceFile, 'path' | 'tree'>): readonly Measured[] {
  const measured: { readonly name: string; complexity: number }[] = [];
  const visit = (node: ts.Node, within?: { complexity: number }): void => {
    if (isFunction(node)) {
      const own = { name: `${path} ${nameOf(node)}`, complexity: 1 };
      measured.push(own);
      ts.forEachChild(node, (child) => visit(child, own));
      return;
    }
    if (within !== undefined) within.complexity += weightOf(node);
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(tree);
  return measured.sort((a, b) => b.complexity - a.complexity);
}

/** How many more ways there are through the code because of this node: branches, loops, short circuits, defaults. */
function weightOf(node: ts.Node): number {
  if (ts.isBinaryExpression(node)) return shortCircuits.has(node.operatorToken.kind) ? 1 : 0;
  if (ts.isParameter(node) || ts.isBindingElement(node)) return node.initializer === undefined ? 0 : 1;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node))
    return node.questionDotToken === undefined ? 0 : 1;
  return branches.has(node.kind) ? 1 : 0;
}

const { SyntaxKind } = ts;

const branches: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.IfStatement,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.CaseClause,
  SyntaxKind.CatchClause,
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
]);

const shortCircuits: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
]);

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** That of the variable or member it is kept in, where it has none of its own. */
function nameOf({ name, parent }: ts.FunctionLikeDeclaration): string {
  if (name !== undefined) return name.getText();
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : '(anonymous)';
}
