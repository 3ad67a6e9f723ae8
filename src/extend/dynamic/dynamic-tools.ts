import { defined } from '../../base/defined.js';
import { checkerFor, renderIssues } from '../../schema/check.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Tool } from '../../tool/tool.js';
import type { Extension } from '../extension.js';
import { type Definition, definitionProperties, exampleProperty, type VersionedDefinition } from './definition.js';
import { createMadeTools, type MadeTools, notMade } from './made-tools.js';
import { scriptFact } from './script-tool.js';
import { type TrialContext, type TriedScript, tryScript } from './try-script.js';

/** Lets the model make tools while a session runs; those of an earlier process are there again. */
export function dynamicTools(): Extension {
  let giveWay: () => void = () => {};
  return {
    name: 'dynamic-tools',
    async open({ registry, activate, mask, record, past, log, process, workspace }) {
      const shelf = createMadeTools({ registry, mask, record });
      giveWay = () => {
        for (const told of shelf.giveWay()) log.warn(told);
      };
      const { root } = workspace;
      const missing = (name: string): ToolFailure => notMade(name, registry);
      for (const tool of managingTools(shelf, { missing, activate, trial: { process, root } })) registry.register(tool);
      for (const problem of await shelf.restore(past)) log.warn(problem);
    },
    beforeRound: () => giveWay(),
  };
}

const common = {
  category: 'Agent',
  group: 'dynamic',
  source: 'builtin',
  effects: 'none',
  idempotent: false,
  concurrency: 'exclusive',
} as const;

interface Managing {
  /** The answer where nothing of that name was made. */
  missing(name: string): ToolFailure;
  /** The model has said what the tool takes, and calls it next: its definition is sent. */
  activate(names: readonly string[], callId: string): void;
  readonly trial: TrialContext;
}

/**
 * Those that make tools try scripts in a process. Nothing else is touched, but the person should see what a tool is before it
 * is one: these are marked dangerous.
 */
function managingTools(shelf: MadeTools, { missing, activate, trial }: Managing): readonly Tool[] {
  const { name, description, parameters, implementation } = definitionProperties;
  const create = defineTool({
    ...common,
    name: 'tool_create',
    title: 'Create tool',
    description:
      'Makes a tool for this session. It is a script, a call of a web API, or steps over other tools. It can be called from the next request on, and each call is decided about like any other.',
    dangerous: true,
    capabilities: ['process'],
    parameters: objectOf({ name, description, parameters, implementation, 'example?': exampleProperty }),
    async plan(args) {
      const { example, ...definition } = args as unknown as Definition & Tried;
      const wrong =
        shelf.get(definition.name) === undefined
          ? ((await shelf.problem(definition)) ?? (await exampleProblem(definition, example)))
          : 'it is there already';
      if (wrong !== undefined) return fail('validation_failed', `The tool was not made: ${wrong}.`);
      return shown({ version: 1, definition }, example);
    },
    async run(args, ctx) {
      const { example, ...definition } = args as unknown as Definition & Tried;
      const tried = await tryScript(definition.implementation, example, { ...trial, signal: ctx.signal });
      if (isFailure(tried)) return tried;
      const made = await shelf.create(definition);
      activate([definition.name], ctx.session.callId);
      return told(made, tried);
    },
  });
  const update = defineTool({
    ...common,
    name: 'tool_update',
    title: 'Update tool',
    description: 'Changes a made tool. What is not given stays; the version goes up by one.',
    dangerous: true,
    capabilities: ['process'],
    parameters: objectOf({
      name,
      'description?': description,
      'parameters?': parameters,
      'implementation?': implementation,
      'example?': exampleProperty,
    }),
    async plan(args) {
      const { name: wanted, example, ...change } = args as unknown as Change;
      const before = shelf.get(wanted);
      if (before === undefined) return missing(wanted);
      const definition = { ...before.definition, ...change };
      const wrong = (await shelf.problem(definition)) ?? (await exampleProblem(definition, example));
      if (wrong !== undefined) return fail('validation_failed', `${wanted} was not changed: ${wrong}.`);
      return shown({ version: before.version + 1, definition }, example);
    },
    async run(args, ctx) {
      const { name: wanted, example, ...change } = args as unknown as Change;
      const before = shelf.get(wanted);
      if (before === undefined) return missing(wanted);
      const tried = await tryScript({ ...before.definition, ...change }.implementation, example, {
        ...trial,
        signal: ctx.signal,
      });
      if (isFailure(tried)) return tried;
      const made = await shelf.update(wanted, change);
      activate([wanted], ctx.session.callId);
      return told(made, tried);
    },
  });
  const remove = defineTool({
    ...common,
    name: 'tool_delete',
    title: 'Delete tool',
    description: 'Deletes a made tool.',
    parameters: objectOf({ name }),
    run: ({ name: wanted }) => (shelf.delete(wanted) ? { deleted: wanted } : missing(wanted)),
  });
  const list = defineTool({
    ...common,
    name: 'tool_list',
    title: 'List made tools',
    description: 'Lists made tools. With a name, that one whole.',
    idempotent: true,
    concurrency: 'parallel',
    parameters: objectOf({ 'name?': name }),
    run({ name: wanted }) {
      if (wanted === undefined) return { tools: shelf.list().map(inShort) };
      return shelf.get(wanted) ?? missing(wanted);
    },
  });
  return [create, update, remove, list];
}

interface Tried {
  readonly example?: object;
}

type Change = Partial<Definition> & Tried & { readonly name: string };

async function exampleProblem(
  { parameters, implementation }: Definition,
  example: object | undefined,
): Promise<string | undefined> {
  if (example === undefined) return undefined;
  if (implementation.kind !== 'script') return 'only a script can be tried: leave example out';
  const issues = (await checkerFor(parameters))(example);
  return issues.length === 0 ? undefined : `example does not fit parameters: ${renderIssues(issues)}`;
}

function shown({ definition, version }: VersionedDefinition, example: object | undefined): PlanResult<undefined> {
  const { name, description, parameters, implementation } = definition;
  const { kind, ...rest } = implementation;
  const body = 'source' in rest ? rest.source : JSON.stringify(rest, null, 2);
  const language = 'language' in rest ? ` in ${rest.language}` : '';
  const tried =
    example === undefined ? '' : `\nIt is run once now, where it can only read, with ${JSON.stringify(example)}`;
  const text = `${name}, version ${version}: ${kind}${language}\n${description}\nArguments: ${JSON.stringify(parameters)}${tried}\n\n${body}`;
  // To be tried is to be run: it is decided about as a call of it would be.
  const facts =
    example === undefined || implementation.kind !== 'script' ? [] : [scriptFact(name, implementation.language)];
  // What it says is what is agreed to: the state of the shelf counts.
  return { facts, preview: { kind: 'text', text }, basis: `${name} ${version}` };
}

const told = (made: VersionedDefinition | ToolFailure, tried: TriedScript | undefined): unknown =>
  isFailure(made) ? made : { ...inShort(made), ...defined({ tried }) };

const inShort = ({ version, definition: { name, description, implementation } }: VersionedDefinition) => ({
  name,
  version,
  kind: implementation.kind,
  description,
});
