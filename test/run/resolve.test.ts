import { expect, it } from 'vitest';
import type { Call } from '../../src/run/call.js';
import type { RunEnv, RunTools } from '../../src/run/env.js';
import { offerTools } from '../../src/run/find-tool.js';
import { resolveCall } from '../../src/run/resolve.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { ErrorType } from '../../src/tool/outcome.js';
import { createRegistry, type Offer } from '../../src/tool/registry.js';
import type { Tool } from '../../src/tool/tool.js';

const make = (name: string, more: object = {}): Tool =>
  ({
    ...defineTool({ name, description: `Does ${name}.`, parameters: { type: 'object' }, run: () => name }),
    ...more,
  }) as Tool;
const [read, write, run] = [make('read'), make('write'), make('run', { capabilities: ['process', 'person'] })];
const offerOf = (tools: readonly Tool[], inactive?: readonly Tool[]): Offer => ({
  tools: new Map(tools.map((tool) => [tool.name, tool])),
  definitions: [],
  ...(inactive && { inactive: new Map(inactive.map((tool) => [tool.name, tool])) }),
});

interface Scene {
  readonly offer?: Offer;
  /** What there is; what was offered when absent. */
  readonly registered?: readonly Tool[];
  readonly tools?: Partial<RunTools>;
}

function resolve(name: string, { offer = offerOf([read, write]), registered, tools }: Scene = {}) {
  const registry = createRegistry({ capabilities: ['workspace'] });
  for (const tool of registered ?? offer.tools.values()) registry.register(tool);
  const call: Call = { id: 'c1', index: 0, name, arguments: '{}', attempt: 1 };
  const env: Pick<RunEnv, 'round' | 'tools'> = { round: { offer, callsBefore: 0 }, tools: { registry, ...tools } };
  return resolveCall(call, env);
}

const found = (tool: Tool) => ({ type: 'resolved', tool });
const refused = (errorType: ErrorType, message: string, data?: unknown) => ({
  type: 'refused',
  failure: expect.objectContaining({ errorType, message, ...(data !== undefined && { data }) }),
});
/** What is sent of tools: these calls are known to run, or are not. */
const exposed = (runs: boolean, refusal?: string, now = offerOf([])): Partial<RunTools> => ({
  exposed: {
    offer: () => now,
    called: () => (runs ? 'runs' : 'new'),
    refusalOf: () => refusal,
    madeRoom: () => undefined,
  },
});
const unsent = offerOf([read], [write]);
const withheld = 'It is not available in mode plan. Leave that first.';
const late = { offer: offerOf([read]), registered: [read, write] };
const many = Array.from({ length: 31 }, (_, at) => make(`tool${at}`));

it.each<[string, string, Scene, unknown]>([
  ['a tool that was offered', 'read', {}, found(read)],
  ['one of the index', 'write', { offer: unsent, registered: [read, write], tools: exposed(true) }, found(write)],
  ['one of an index nothing is sent of', 'write', { offer: unsent, registered: [read, write] }, found(write)],
  [
    'one of the index that has to be sent first',
    'write',
    { offer: unsent, registered: [read, write], tools: exposed(false) },
    refused(
      'stale',
      'write was not run: its definition had not been given to you. It is yours now: call it again with what it takes. Does write. Its arguments: {"type":"object"}',
    ),
  ],
  [
    'one of the index, in words of the profile',
    'write',
    { offer: unsent, registered: [read, write], tools: exposed(false, 'Look it up first.') },
    refused('stale', 'Look it up first.'),
  ],
  [
    'one that was removed',
    'write',
    { registered: [read] },
    refused(
      'stale',
      'The tool write was removed after it was offered. Look at the tools of the next request and call again.',
    ),
  ],
  [
    'one that was replaced',
    'write',
    { registered: [read, make('write')] },
    refused(
      'stale',
      'The tool write was replaced after it was offered. Look at the tools of the next request and call again.',
    ),
  ],
  [
    'one that came later',
    'write',
    { ...late, tools: exposed(true, undefined, offerOf([read, write])) },
    refused('stale', 'The tool write came after this request was made. Call it again.'),
  ],
  [
    'one that came into the index later',
    'write',
    { ...late, tools: exposed(true, undefined, offerOf([read], [write])) },
    refused('stale', 'The tool write came after this request was made. Call it again.'),
  ],
  [
    'one that is not offered',
    'write',
    { ...late, tools: exposed(true, undefined, offerOf([read], [run])) },
    refused('stale', 'The tool write was not offered in this request. Go on with those that are.'),
  ],
  [
    'one that cannot be used here',
    'run',
    { offer: offerOf([read]), registered: [read, run] },
    refused('not_found', 'The tool run cannot be used here: it needs process, person. Go on without it.'),
  ],
  ['one of nearly this name', 'raed', {}, refused('not_found', 'There is no tool named "raed". Did you mean read?')],
  [
    'none of this name',
    'fly_to_the_moon',
    {},
    refused('not_found', 'There is no tool named "fly_to_the_moon". The tools are: read, write.'),
  ],
  [
    'none where there is none',
    'read',
    { offer: offerOf([]) },
    refused('not_found', 'There is no tool named "read". The tools are: none.'),
  ],
  [
    'none among many, and of a name that is too long',
    'x'.repeat(200),
    { offer: offerOf(many.slice(0, 30), many.slice(30)), registered: many },
    refused(
      'not_found',
      `There is no tool named "${'x'.repeat(100)}". The tools are: ${many
        .slice(0, 30)
        .map(({ name }) => name)
        .join(', ')}, ….`,
    ),
  ],
])('finds what a call means: %s', (_, name, scene, end) => {
  expect(resolve(name, scene)).toEqual(end);
});

it('says why a tool that there is may not be used, and names it with the others it was offered with', () => {
  const registry = { ...createRegistry(), withheld: (name: string) => (name === 'fly' ? withheld : undefined) };
  const scene = { tools: { registry } };
  expect(resolve('fly', scene)).toEqual(refused('permission_denied', withheld, { reason: 'withheld' }));
});

it('goes by the name that a tool has now, and by meta tools before others', () => {
  const meta = make('read');
  const metaTools = new Map([['read', meta]]);
  const registry = createRegistry();
  for (const tool of [read, write]) registry.register(tool);
  const offer = offerTools({ registry, metaTools });
  expect([...offer.tools]).toEqual([
    ['read', meta],
    ['write', write],
  ]);
  expect(offer.definitions.map(({ name }) => name)).toEqual(['read', 'write']);
  expect(offerTools({ registry })).toBe(registry.offer());
  expect(resolve('read', { offer, registered: [read, write], tools: { metaTools } })).toEqual(found(meta));
});
