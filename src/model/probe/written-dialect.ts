import { auto } from '../../dialect/auto.js';
import type { ParserTool } from '../../dialect/dialect.js';

/** The dialect of the first call in a text; undefined when there is none. */
export function writtenDialect(text: string, tools: readonly ParserTool[]): string | undefined {
  let dialect: string | undefined;
  const parser = auto.createParser({ tools }, (event) => {
    if (event.type === 'call') dialect ??= event.dialect;
  });
  parser.push(text);
  parser.end();
  return dialect;
}
