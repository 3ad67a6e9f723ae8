import { shellQuote } from '../../base/shell-quote.js';
import type { WordPart } from './syntax/ast.js';

/** A word as it could have been written. */
export function renderParts(parts: readonly WordPart[]): string {
  return parts.map(renderPart).join('');
}

function renderPart(part: WordPart): string {
  switch (part.type) {
    case 'text':
      return part.quoted ? shellQuote(part.text) : part.text;
    case 'glob':
      return part.text;
    case 'tilde':
      return `~${part.user}`;
    case 'brace':
      return `{${part.alternatives.map(renderParts).join(',')}}`;
    case 'parameter':
      return part.operator === '' && part.prefix === ''
        ? `$${part.name}`
        : `\${${part.prefix}${part.name}${part.operator}}`;
    case 'command':
      return '$(…)';
    case 'process':
      return `${part.direction}(…)`;
    default:
      return `$((${part.source}))`;
  }
}
