import { messageOf } from '../../base/error.js';
import { firstLine } from '../../base/text.js';
import { checkerFor, renderIssues } from '../../schema/check.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { moduleText } from './module-text.js';
import type { TrialRoom } from './trial-room.js';

/** The tools of a file, or what is wrong with it. */
export type LoadedFile = { readonly tools: readonly Tool[] } | { readonly problem: string };

const maxTools = 20;
const maxExports = 100;

/** What a tool file imports from `toolwright`. A module of its own cannot reach this one otherwise: it has no address on disk. */
const libraryKey = Symbol.for('toolwright.tool-file');
const library = `data:text/javascript,${encodeURIComponent(
  'const own = globalThis[Symbol.for("toolwright.tool-file")];\nexport const { defineTool, fail, isFailure } = own;\n',
)}`;

/** Runs a module in this process, from exactly these bytes, and takes the tools it exports. */
export async function loadModule(
  bytes: Uint8Array,
  { typed, room }: { readonly typed: boolean; readonly room: TrialRoom },
): Promise<LoadedFile> {
  const made = await moduleText(Buffer.from(bytes).toString(), { typed, library });
  if ('problem' in made) return made;
  const address = `data:text/javascript;base64,${Buffer.from(made.text).toString('base64')}`;
  const unfit = await room.load(address);
  if (unfit !== undefined) return { problem: unfit };
  Object.defineProperty(globalThis, libraryKey, { value: { defineTool, fail, isFailure }, configurable: true });
  try {
    const { importModule } = await import('./import-module.js');
    const tools = toolsIn(await importModule(address));
    if (tools.length === 0) return { problem: 'it exports no tool: export default defineTool({ … })' };
    if (tools.length > maxTools) return { problem: `it exports more than ${maxTools} tools` };
    const checked: Tool[] = [];
    for (const tool of tools) checked.push(await exportedTool(tool));
    return { tools: checked };
  } catch (error) {
    return { problem: `${lineIn(error)}${firstLine(messageOf(error), 300)}` };
  }
}

/** Each exported tool, and those of exported lists, once. */
function toolsIn(exported: object): readonly object[] {
  const found = new Set<object>();
  for (const value of Object.values(exported) as unknown[])
    for (const one of Array.isArray(value) ? value.slice(0, maxExports) : [value]) if (isToolLike(one)) found.add(one);
  return [...found];
}

const isToolLike = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'name' in value && 'run' in value;

/** Where in the file it was thrown: types are blanked out, so that every line is where it was. */
function lineIn(error: unknown): string {
  const { stack } = (typeof error === 'object' && error !== null ? error : {}) as { readonly stack?: unknown };
  const [, line] =
    /data:text\/javascript;base64,[A-Za-z0-9+/=]*:(\d+)/.exec(typeof stack === 'string' ? stack : '') ?? [];
  return line === undefined ? '' : `line ${line}: `;
}

const maxDescription = 2000;
const text = { type: 'string', maxLength: 200 } as const;

/** What the road relies on. Tools of others are not compiled with ours. */
const traits = {
  type: 'object',
  required: ['name', 'description', 'parameters'],
  properties: {
    name: { type: 'string' },
    title: text,
    description: { type: 'string', maxLength: maxDescription },
    help: { type: 'string', maxLength: 20_000 },
    parameters: { type: 'object', properties: { type: { const: 'object' } }, required: ['type'] },
    result: { type: 'object' },
    category: text,
    group: text,
    capabilities: { type: 'array', items: text },
    dangerous: { type: 'boolean' },
    effects: { enum: ['none', 'workspace', 'outside'] },
    idempotent: { type: 'boolean' },
    concurrency: { enum: ['parallel', 'exclusive'] },
    limits: {
      type: 'object',
      properties: {
        timeoutMs: { type: 'number', exclusiveMinimum: 0 },
        resultChars: { type: 'number', exclusiveMinimum: 0 },
        rate: {
          type: 'object',
          required: ['max', 'perMs'],
          properties: { max: { type: 'number', minimum: 0 }, perMs: { type: 'number', exclusiveMinimum: 0 } },
        },
      },
    },
  },
} as const satisfies JsonSchema;

const methods = ['plan', 'mayRepeat', 'run', 'show', 'display', 'images'] as const;

/** A tool made of what a module exports. Throws what is wrong with it. */
async function exportedTool(given: object): Promise<Tool> {
  // Read once: what is looked at is what is used, whatever its getters answer next time.
  const spec = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const issues = (await checkerFor(traits))(spec);
  if (issues.length > 0) throw new Error(`the tool it exports cannot be used: ${renderIssues(issues)}`);
  const wrong = methods.find((name) => (name === 'run' || name in spec) && typeof spec[name] !== 'function');
  if (wrong !== undefined) throw new Error(`${wrong} of the tool it exports is no function`);
  // Compiled here, so that a schema that is none is found now and not with the first call.
  await checkerFor(spec['parameters'] as Tool['parameters']);
  if (spec['result'] !== undefined) await checkerFor(spec['result'] as Tool['parameters']);
  return { ...defineTool(spec as never), source: 'custom' } as Tool;
}
