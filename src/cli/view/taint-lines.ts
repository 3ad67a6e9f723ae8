import type { Taint, TaintSource } from '../../policy/taint/taint.js';
import { safeLine } from '../safe-text.js';
import type { Style } from './style.js';

/** What has come in and from where, one after the other, each with its beginning behind `gutter`. */
export function taintLines({ sources, more }: Taint, gutter: string, style: Style): readonly string[] {
  const told = sources.flatMap((source) => [style.yellow(`⚠ text from ${taintPlace(source)} came in:`), quote(source)]);
  return more === 0 ? told : [...told, style.yellow(`⚠ and from ${more} more`)];

  function quote({ excerpt }: TaintSource): string {
    return `${gutter} ${excerpt === '' ? style.dim('nothing of it was read') : shown(excerpt)}`;
  }
}

/** Where a text came from, in words. */
export const taintPlace = ({ kind, source }: Pick<TaintSource, 'kind' | 'source'>): string =>
  `${places[kind]}${shown(source)}`;

const places: Readonly<Record<TaintSource['kind'], string>> = {
  network: '',
  mcp: 'the MCP server ',
  file: 'the file ',
};

const shown = (text: string): string => safeLine(text, { strict: true });
