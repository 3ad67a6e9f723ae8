import { plural } from '../../base/text.js';
import type { Mask } from '../../policy/secret/mask.js';
import type { NewEvent } from '../../store/store.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { Offer, Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import { planHttp, runHttp } from '../declared/http-call.js';
import type { RequestMade } from '../declared/http-spec.js';
import { takenNames } from '../declared/tool-name.js';
import { checkDefinition } from './check-definition.js';
import { compositeParts } from './composite-tool.js';
import { type Definition, type DynamicEvent, limits, type MadeParts, type VersionedDefinition } from './definition.js';
import { scriptParts } from './script-tool.js';

/** The tools that were made in a session. */
export type MadeTools = ReturnType<typeof createMadeTools>;

export interface MadeToolsHost {
  readonly registry: Registry;
  readonly mask: Pick<Mask, 'find'>;
  record(event: DynamicEvent): void;
}

export function createMadeTools({ registry, mask, record }: MadeToolsHost) {
  const made = new Map<string, VersionedDefinition & { readonly tool: Tool }>();
  /** What was registered when it was last looked whether a name is another's. */
  let seen: Offer | undefined;

  const isOurs = (tool: Tool): boolean => made.get(tool.name)?.tool === tool;

  const check = (definition: Definition, hasTool: (name: string) => boolean): Promise<string | undefined> =>
    checkDefinition(definition, {
      others: registry.list().filter((tool) => tool.name !== definition.name || !isOurs(tool)),
      hasTool,
      definitionOf: (name) => made.get(name)?.definition,
      mask,
    });
  const problem = (definition: Definition): Promise<string | undefined> =>
    check(definition, (name) => registry.get(name) !== undefined);

  const put = (one: VersionedDefinition): void => {
    const tool = madeTool(one, registry);
    if (made.has(tool.name)) registry.replace(tool);
    else registry.register(tool);
    made.set(tool.name, { ...one, tool });
  };

  const take = (name: string): boolean => {
    const one = made.get(name);
    if (one === undefined) return false;
    // Another may stand in its place by now.
    if (registry.get(name) === one.tool) registry.unregister(name);
    made.delete(name);
    record({ type: 'tool-deleted', body: { name } });
    return true;
  };

  return {
    list: (): readonly VersionedDefinition[] => [...made.values()].map(plain),
    get(name: string): VersionedDefinition | undefined {
      const one = made.get(name);
      return one === undefined ? undefined : plain(one);
    },
    /** Why it cannot be made or changed to this; undefined when it can. */
    problem,
    async create(definition: Definition): Promise<VersionedDefinition | ToolFailure> {
      if (made.has(definition.name))
        return fail('validation_failed', `${definition.name} is there already: use tool_update.`);
      if (made.size >= limits.tools)
        return fail(
          'rate_limited',
          `There are ${plural(made.size, 'tool')} already: delete one with tool_delete first.`,
        );
      const wrong = await problem(definition);
      if (wrong !== undefined) return fail('validation_failed', `The tool was not made: ${wrong}.`);
      const one = { version: 1, definition };
      put(one);
      record({ type: 'tool-created', body: one });
      return one;
    },
    async update(name: string, change: Partial<Omit<Definition, 'name'>>): Promise<VersionedDefinition | ToolFailure> {
      const before = made.get(name);
      if (before === undefined) return notMade(name, registry);
      const definition = { ...before.definition, ...change };
      const wrong = await problem(definition);
      if (wrong !== undefined) return fail('validation_failed', `${name} was not changed: ${wrong}.`);
      const one = { version: before.version + 1, definition };
      put(one);
      record({ type: 'tool-updated', body: one });
      return one;
    },
    delete: take,
    /** Brings back what an earlier process recorded; answers what could not be, and why. */
    async restore(past: readonly NewEvent[]): Promise<readonly string[]> {
      const problems: string[] = [];
      for (const one of lastOf(past)) {
        // What its steps call may come later: a server has not been asked for its tools yet.
        const wrong = await check(one.definition, () => true);
        if (wrong === undefined) put(one);
        else problems.push(`the tool ${one.definition.name}, which was made earlier, is not there: ${wrong}`);
      }
      return problems;
    },
    /** Takes away those whose names others have by now, or names like them; answers which, and why. */
    giveWay(): readonly string[] {
      const offer = registry.offer();
      if (made.size === 0 || offer === seen) return [];
      const names = takenNames(registry.list().filter((tool) => !isOurs(tool)));
      const told: string[] = [];
      for (const name of made.keys()) {
        const why = names.problem(name);
        if (why === undefined) continue;
        take(name);
        told.push(`the tool ${name}, which the model made, is taken away: ${why}`);
      }
      seen = registry.offer();
      return told;
    },
  };
}

const plain = ({ version, definition }: VersionedDefinition): VersionedDefinition => ({ version, definition });

export function notMade(name: string, registry: Pick<Registry, 'get'>): ToolFailure {
  const why = registry.get(name) === undefined ? 'There is no tool' : 'No call of yours made the tool';
  return fail('not_found', `${why} ${JSON.stringify(name.slice(0, 80))}: tool_list tells which can be changed.`);
}

/** What is there after all that was recorded, in the order in which it was made: steps come after what they call. */
function lastOf(past: readonly NewEvent[]): Iterable<VersionedDefinition> {
  const last = new Map<string, VersionedDefinition>();
  for (const { type, body } of past as readonly DynamicEvent[]) {
    if (type === 'tool-deleted') last.delete(body.name);
    // What another program wrote under this name may be anything.
    if ((type !== 'tool-created' && type !== 'tool-updated') || !isVersioned(body)) continue;
    // What an update calls may be younger than the tool itself.
    last.delete(body.definition.name);
    last.set(body.definition.name, body);
  }
  return last.values();
}

const isVersioned = (body: Partial<VersionedDefinition>): body is VersionedDefinition =>
  Number.isSafeInteger(body.version) && typeof body.definition?.name === 'string';

/** The tool of a definition. It is marked dangerous whatever it does: nobody but the model has read it. */
function madeTool({ definition, version }: VersionedDefinition, registry: Pick<Registry, 'get'>): Tool {
  const { name, description, parameters } = definition;
  const { plan, run, capabilities, timeoutMs } = partsOf({ definition, version }, registry);
  return defineTool({
    name,
    title: name,
    description,
    category: 'Custom',
    group: 'dynamic',
    source: 'dynamic',
    capabilities,
    dangerous: true,
    effects: 'outside',
    idempotent: false,
    concurrency: 'exclusive',
    limits: { timeoutMs },
    parameters: parameters as { readonly type: 'object' },
    plan: (args: object, ctx) => plan(args, ctx),
    run: (args: object, ctx, carry: unknown) => run(args, ctx, carry),
  });
}

function partsOf({ definition, version }: VersionedDefinition, registry: Pick<Registry, 'get'>): MadeParts {
  const { name, implementation } = definition;
  if (implementation.kind === 'script') return scriptParts(implementation, { name, version });
  if (implementation.kind === 'composite') return compositeParts(implementation.steps, { name, version, registry });
  return {
    capabilities: ['network'],
    timeoutMs: 60_000,
    async plan(args, ctx) {
      const planned = await planHttp(implementation, args, ctx);
      return 'facts' in planned ? { ...planned, basis: `${name} ${version}` } : planned;
    },
    run: (_, ctx, carry) => runHttp(implementation, carry as RequestMade, ctx),
  };
}
