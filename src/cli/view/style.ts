import { type Host, isTerminal } from '../host.js';

/** How text is set off on a terminal; without colours every function answers its text as it is. */
export interface Style {
  readonly colours: boolean;
  dim(text: string): string;
  bold(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export function createStyle(colours: boolean): Style {
  const wrap =
    (open: number, close: number) =>
    (text: string): string =>
      colours && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    colours,
    dim: wrap(2, 22),
    bold: wrap(1, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
  };
}

/** Text set off as stdout shows it. */
export const styleOf = ({ stdout, env }: Pick<Host, 'stdout' | 'env'>): Style => createStyle(wantsColours(stdout, env));

/**
 * Whether this stream gets colours. A person's no (NO_COLOR) has the first word, their yes (FORCE_COLOR, CLICOLOR_FORCE)
 * the second; else it must be a terminal that shows them.
 */
export function wantsColours(stream: object, env: Host['env']): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = [env['FORCE_COLOR'], env['CLICOLOR_FORCE']].filter((value = '') => value !== '');
  if (forced.some((value) => value !== '0')) return true;
  if (env['FORCE_COLOR'] === '0' || env['CLICOLOR'] === '0') return false;
  return isTerminal(stream) && env['TERM'] !== 'dumb';
}
