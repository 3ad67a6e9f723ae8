import { messageOf } from '../../base/error.js';
import { parseJson } from '../../base/json.js';
import { firstLine } from '../../base/text.js';
import { readYaml } from '../../dialect/value/yaml.js';
import { yamlToJson } from '../../dialect/value/yaml-json.js';
import { classifyHeaders } from '../../policy/net/request-headers.js';
import type { Mask } from '../../policy/secret/mask.js';
import { checkerFor, renderIssues } from '../../schema/check.js';
import type { JsonSchema, LooseSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { planHttp, runHttp } from '../declared/http-call.js';
import { type HttpSpec, httpProblem, httpSpecSchema, type RequestMade } from '../declared/http-spec.js';
import { type PlannedProgram, planProgram, runProgram } from '../declared/program.js';
import { fillSecretHeaders, type SecretHeaders, secretHeadersProblem } from '../declared/secret-headers.js';
import { parameterNames, valuesOf } from '../declared/template.js';
import { fillWords, wordsProblem } from './command-words.js';
import type { LoadedFile } from './load-module.js';

/** A tool that a file declares: a command, or a call of a web API. */
interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: LooseSchema;
  readonly category?: string;
  readonly dangerous?: boolean;
  readonly command?: readonly string[];
  /** What the command reads: the arguments as JSON, unless it says otherwise. */
  readonly stdin?: 'arguments' | 'none';
  readonly cwd?: string;
  readonly timeout_ms?: number;
  readonly http?: HttpSpec & { readonly secret_headers?: SecretHeaders };
}

const declaredSchema = objectOf({
  '$schema?': { type: 'string' },
  name: { type: 'string' },
  description: { type: 'string', minLength: 1, maxLength: 2000 },
  parameters: { type: 'object' },
  'category?': { type: 'string', maxLength: 100 },
  'dangerous?': { type: 'boolean' },
  'command?': { type: 'array', minItems: 1, maxItems: 200, items: { type: 'string', maxLength: 10_000 } },
  'stdin?': { enum: ['arguments', 'none'] },
  'cwd?': { type: 'string', maxLength: 1000 },
  'timeout_ms?': { type: 'integer', minimum: 1, maximum: 600_000 },
  'http?': {
    ...httpSpecSchema,
    properties: { ...httpSpecSchema.properties, secret_headers: httpSpecSchema.properties.headers },
  },
}) satisfies JsonSchema;

const usualTimeout = 30_000;

interface DeclaredContext {
  readonly mask: Pick<Mask, 'find'>;
  /** Undefined for tools that may name no variables. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Reads the tool of a JSON or YAML file. */
export async function declaredTool(
  text: string,
  { yaml, ...context }: DeclaredContext & { readonly yaml: boolean },
): Promise<LoadedFile> {
  const read = yaml ? parseYaml(text) : parseText(text);
  if ('problem' in read) return read;
  const issues = (await checkerFor(declaredSchema))(read.value);
  if (issues.length > 0) return { problem: renderIssues(issues) };
  const declared = read.value as unknown as DeclaredTool;
  try {
    const problem = await problemOf(declared, context);
    return problem === undefined ? { tools: [toolOf(declared, context.env ?? {})] } : { problem };
  } catch (error) {
    return { problem: firstLine(messageOf(error), 300) };
  }
}

type Read = { readonly value: unknown } | { readonly problem: string };

function parseText(text: string): Read {
  const parsed = parseJson(text);
  if (parsed.ok) return { value: parsed.value };
  const line = text.slice(0, parsed.problem.at).split('\n').length;
  return { problem: `it is no JSON: line ${line}: ${parsed.problem.message}` };
}

/** Through JSON, so that the same is refused in both: keys twice, `__proto__`, numbers that do not fit, depth. */
function parseYaml(text: string): Read {
  const read = readYaml(text.replace(/^\ufeff/, ''));
  if (read.ok) return parseText(yamlToJson(read.node, { schema: undefined, root: {} }, new Set()));
  const line = text.slice(0, read.problem.at).split('\n').length;
  return { problem: `it is no YAML: line ${line}: ${read.problem.message}` };
}

async function problemOf(declared: DeclaredTool, { mask, env }: DeclaredContext): Promise<string | undefined> {
  const { parameters, command, http, stdin, cwd, timeout_ms } = declared;
  if (parameters['type'] !== 'object') return 'parameters must be a JSON Schema of type object';
  await checkerFor(parameters);
  if ((command === undefined) === (http === undefined)) return 'it needs either command or http';
  const known = parameterNames(parameters);
  if (command !== undefined) return wordsProblem(command, known);
  if (http === undefined) return undefined;
  const foreign = Object.entries({ stdin, cwd, timeout_ms }).find(([, value]) => value !== undefined)?.[0];
  if (foreign !== undefined) return `${foreign} belongs to command`;
  const { secret_headers, ...spec } = http;
  const problem = httpProblem(spec, known, mask);
  if (problem !== undefined || secret_headers === undefined) return problem;
  if (env === undefined)
    return 'secret_headers can be used only beside your own config: nobody else names your variables';
  return (
    classifyHeaders({ ...spec.headers, ...secret_headers }).problem ??
    secretHeadersProblem(secret_headers, spec.base_url, { env, mask })
  );
}

function toolOf(declared: DeclaredTool, env: NonNullable<DeclaredContext['env']>): Tool {
  const { name, description, parameters, category = 'Custom', dangerous = false, http } = declared;
  const common = {
    name,
    description,
    category,
    dangerous,
    group: 'custom',
    source: 'custom',
    effects: 'outside',
    idempotent: false,
    concurrency: 'exclusive',
    parameters: parameters as { readonly type: 'object' },
  } as const;
  if (http === undefined) return commandTool(declared, common);
  const { secret_headers = {}, ...spec } = http;
  return defineTool({
    ...common,
    capabilities: ['network'],
    limits: { timeoutMs: 60_000 },
    // Planned with the names of variables: no value is shown or kept.
    plan: (args: object, ctx) => planHttp({ ...spec, headers: { ...spec.headers, ...secret_headers } }, args, ctx),
    run(_: object, ctx, carry: RequestMade) {
      const filled = fillSecretHeaders(secret_headers, { env });
      return isFailure(filled) ? filled : runHttp(spec, { ...carry, headers: { ...carry.headers, ...filled } }, ctx);
    },
  });
}

type Common = Omit<Parameters<typeof defineTool<{ readonly type: 'object' }, undefined, unknown>>[0], 'run'>;

function commandTool({ command = [], stdin, cwd, timeout_ms = usualTimeout }: DeclaredTool, common: Common): Tool {
  return defineTool({
    ...common,
    capabilities: ['workspace', 'process'],
    limits: { timeoutMs: timeout_ms + 10_000 },
    plan(args: object, ctx) {
      const words = fillWords(command, valuesOf(args));
      if (isFailure(words)) return words;
      const input = stdin === 'none' ? '' : JSON.stringify(args);
      return planProgram({ words, cwd, timeoutMs: timeout_ms, input }, ctx);
    },
    run: (_: object, ctx, carry: unknown) => {
      const planned = carry as PlannedProgram | ToolFailure;
      return isFailure(planned) ? planned : runProgram(planned, ctx);
    },
  });
}
