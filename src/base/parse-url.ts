import { attempt } from './attempt.js';

/**
 * The URL a text is, undefined when it is none. Not by `URL.canParse`: in Node.js 20, once it was called often, that is
 * wrong about letters such as ü.
 */
export const parseUrl = (text: string, base?: string): URL | undefined => attempt(() => new URL(text, base), undefined);
