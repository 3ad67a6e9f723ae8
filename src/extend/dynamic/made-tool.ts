import { defineTool } from '../../tool/define-tool.js';
import type { Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import { planHttp, runHttp } from '../declared/http-call.js';
import type { RequestMade } from '../declared/http-spec.js';
import { compositeParts } from './composite-tool.js';
import type { MadeParts, VersionedDefinition } from './definition.js';
import { scriptParts } from './script-tool.js';

/** The tool of a definition. It is marked dangerous whatever it does: nobody but the model has read it. */
export function madeTool({ definition, version }: VersionedDefinition, registry: Pick<Registry, 'get'>): Tool {
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
