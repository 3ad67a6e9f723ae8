import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/** What may stand in the place of an operator. */
const otherOperators = new Map([
  [Kind.LessThanToken, ['<=', '>=']],
  [Kind.LessThanEqualsToken, ['<', '>']],
  [Kind.GreaterThanToken, ['>=', '<=']],
  [Kind.GreaterThanEqualsToken, ['>', '<']],
  [Kind.EqualsEqualsEqualsToken, ['!==']],
  [Kind.ExclamationEqualsEqualsToken, ['===']],
  [Kind.AmpersandAmpersandToken, ['||']],
  [Kind.BarBarToken, ['&&']],
  [Kind.QuestionQuestionToken, ['&&']],
  [Kind.PlusToken, ['-']],
  [Kind.MinusToken, ['+']],
  [Kind.AsteriskToken, ['/']],
  [Kind.SlashToken, ['*']],
  [Kind.PercentToken, ['*']],
  [Kind.PlusEqualsToken, ['-=']],
  [Kind.MinusEqualsToken, ['+=']],
]);

/** The ways to break a node, each as `[from, to, text]`. */
export function mutationsOf(node, source) {
  const start = node.getStart(source);
  const whole = (...texts) => texts.map((text) => [start, node.end, text]);
  if (ts.isBinaryExpression(node)) return [...ofOperator(node, source), ...ofOperands(node, source)];
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken)
    return [[start, node.operand.getStart(source), '']];
  if (node.kind === Kind.TrueKeyword) return whole('false');
  if (node.kind === Kind.FalseKeyword) return whole('true');
  if (ts.isStringLiteral(node) && isWordTable(node)) return [...whole("''"), ...ofWords(node, source)];
  if (ts.isStringLiteral(node) && isValue(node)) return whole(node.text === '' ? "'?'" : "''");
  if (ts.isNoSubstitutionTemplateLiteral(node)) return whole(node.text === '' ? '`?`' : '``');
  if (ts.isTemplateExpression(node)) return whole('``');
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return whole('[]', ...ofElements(node, source));
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) return whole('({})');
  if (ts.isIfStatement(node)) return ofCondition(node.expression, source);
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, source);
  if (ts.isExpressionStatement(node)) return whole(';');
  if (node.kind === Kind.QuestionDotToken) return [[start, node.end, ofQuestionDot(node.parent)]];
  return [];
}

function ofOperator({ left, right, operatorToken }, source) {
  if (operatorToken.kind === Kind.PlusToken && (isText(left) || isText(right))) return [];
  const texts = otherOperators.get(operatorToken.kind) ?? [];
  return texts.map((text) => [operatorToken.getStart(source), operatorToken.end, text]);
}

/** One side of a condition may be missing altogether. */
function ofOperands({ left, right, operatorToken }, source) {
  if (operatorToken.kind !== Kind.AmpersandAmpersandToken && operatorToken.kind !== Kind.BarBarToken) return [];
  const neutral = operatorToken.kind === Kind.AmpersandAmpersandToken ? 'true' : 'false';
  return [left, right].filter(isLeaf).map((side) => [side.getStart(source), side.end, neutral]);
}

const isLeaf = (node) =>
  !ts.isBinaryExpression(node) || !otherOperators.has(node.operatorToken.kind) || isComparison(node);

const isComparison = ({ operatorToken: { kind } }) =>
  kind !== Kind.AmpersandAmpersandToken && kind !== Kind.BarBarToken && kind !== Kind.QuestionQuestionToken;

const ofCondition = (condition, source) =>
  ['true', 'false'].map((text) => [condition.getStart(source), condition.end, text]);

/** A list of names without one of them: the first, the middle, the last. */
function ofElements({ elements }, source) {
  if (elements.length < 2 || !elements.every(isText)) return [];
  const gone = new Set([0, elements.length >> 1, elements.length - 1]);
  return [...gone].map((left) => {
    const kept = elements.filter((_, at) => at !== left).map((one) => one.getText(source));
    return `[${kept.join(', ')}]`;
  });
}

/** Many names in one text, as tables of programs and variables are written. */
const isWordTable = ({ text, parent }) =>
  (ts.isCallExpression(parent) || ts.isArrayLiteralExpression(parent)) &&
  text.split(/\s+/).length >= 4 &&
  !/[,;:!?]\s|\.$|\b(?:a|and|are|as|in|is|it|not|of|or|the|to|with)\b/.test(text);

/** A table without one of its names. */
function ofWords(node, source) {
  const start = node.getStart(source) + 1;
  const words = [...source.text.slice(start, node.end - 1).matchAll(/\S+/g)];
  return [0, words.length >> 1, words.length - 1].map((at) => {
    const [word] = words[at];
    return [start + words[at].index, start + words[at].index + word.length, ''];
  });
}

const isText = (node) =>
  ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** Not the name of a property, nor one name of a list, which is broken as a list. */
function isValue(node) {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return parent.elements.length === 1 || !parent.elements.every(isText);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isElementAccessExpression(parent) && !ts.isMethodDeclaration(parent);
}

const ofQuestionDot = (parent) => (ts.isPropertyAccessExpression(parent) ? '.' : '');
