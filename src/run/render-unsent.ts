import { randomHex } from '../base/id.js';
import { boundText, firstLine } from '../base/text.js';
import { wrapUntrusted } from '../policy/taint/untrusted-text.js';
import { toolEntry } from '../tool/catalog/catalog-entry.js';
import type { Tool } from '../tool/tool.js';

/** What a model is told of a tool that it has called and whose definition it was not sent. */
export function renderUnsent(tool: Tool): string {
  const schema = boundText(JSON.stringify(tool.parameters), maxSchema, (left) => ` … ${left} characters left out … `);
  const text = `${firstLine(tool.description, maxDescription)} Its arguments: ${schema}`;
  const { writtenBy: source } = toolEntry(tool);
  return source === undefined ? text : `\n${wrapUntrusted({ text, source, mark: randomHex(12) })}`;
}

/** The whole definition is in the next request. */
const maxSchema = 4000;
const maxDescription = 500;
