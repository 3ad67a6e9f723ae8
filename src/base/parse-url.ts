/**
 * The URL a text is, undefined when it is none. Not by `URL.canParse`: in Node.js 20, once it was called often, that is
 * wrong about letters such as ü.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
