import type {
  AssignmentNode,
  CompoundNode,
  ListNode,
  Node,
  RedirectNode,
  WordNode,
  WordPart,
} from '../../../../src/policy/shell/syntax/ast.js';

/**
 * A tree as one line. Commands stand in `[ ]`, quoted text in `'…'`, quoted expansions have a `q` behind their `$`;
 * patterns are `*<…>`, tildes `~<user>`, braces `{<a|b>}`, arithmetic `=<…>`.
 */
export function renderTree(list: ListNode): string {
  const last = list.items.length - 1;
  return list.items
    .map(({ node, operator }, at) => {
      const shown = at === last && operator === ';' ? '' : operator;
      return renderNode(node) + (shown === '' ? '' : ` ${shown}`);
    })
    .join(' ');
}

const renderWord = ({ parts }: WordNode): string => parts.map(renderPart).join('');

function renderNode(node: Node): string {
  switch (node.type) {
    case 'list':
      return renderTree(node);
    case 'command': {
      const all = [...node.assignments.map(renderAssignment), ...node.words.map(renderWord)];
      return `[${[...all, ...node.redirects.map(renderRedirect)].join(' ')}]`;
    }
    case 'pipeline': {
      const marks = `${node.timed ? 'time ' : ''}${node.negated ? '! ' : ''}`;
      return `${marks}<${node.commands.map(renderNode).join(' | ')}>`;
    }
    case 'subshell':
      return `(${renderTree(node.body)})${renderRedirects(node.redirects)}`;
    case 'group':
      return `{${renderTree(node.body)}}${renderRedirects(node.redirects)}`;
    case 'compound':
      return renderCompound(node) + renderRedirects(node.redirects);
    case 'function':
      return `${node.name}()${renderNode(node.body)}${renderRedirects(node.redirects)}`;
    case 'test':
      return `[[${node.words.map(renderWord).join(' ')}]]${renderRedirects(node.redirects)}`;
    case 'arithmetic':
      return `((${renderWord(node.word)}))${renderRedirects(node.redirects)}`;
    default:
      return `coproc ${renderNode(node.body)}`;
  }
}

function renderCompound({ keyword, name, words, bodies }: CompoundNode): string {
  const head = [keyword, ...(name === undefined ? [] : [name]), ...words.map(renderWord)].join(' ');
  return `${head}${bodies.map((body) => ` {${renderTree(body)}}`).join('')}`;
}

function renderAssignment({ name, subscript, append, values }: AssignmentNode): string {
  const place = subscript === undefined ? '' : `[${renderWord(subscript)}]`;
  return `${name}${place}${append ? '+=' : '='}<${values.map(renderWord).join(' ')}>`;
}

const renderRedirect = ({ descriptor, operator, target }: RedirectNode): string =>
  `${descriptor}${operator}${renderWord(target)}`;

const renderRedirects = (redirects: readonly RedirectNode[]): string =>
  redirects.map((redirect) => ` ${renderRedirect(redirect)}`).join('');

function renderPart(part: WordPart): string {
  switch (part.type) {
    case 'text':
      return part.quoted ? `'${part.text}'` : part.text;
    case 'tilde':
      return `~<${part.user}>`;
    case 'glob':
      return `*<${part.text}>`;
    case 'brace':
      return `{<${part.alternatives.map((parts) => parts.map(renderPart).join('')).join('|')}>}`;
    case 'parameter': {
      const inner = part.inner.length === 0 ? '' : ` ${part.inner.map(renderWord).join(' ')}`;
      return `$${part.quoted ? 'q' : ''}{${part.prefix}${part.name}${part.operator}${inner}}`;
    }
    case 'command':
      return `$${part.quoted ? 'q' : ''}(${renderTree(part.body)})`;
    case 'process':
      return `${part.direction}(${renderTree(part.body)})`;
    default:
      return `=<${[part.source, ...part.inner.map(renderWord)].join(' ')}>`;
  }
}
