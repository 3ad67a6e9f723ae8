import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtinTools } from '../src/builtin/builtin-tools.js';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { openSession } from '../src/session/session.js';
import { type CatalogEntry, toolEntry } from '../src/tool/catalog/catalog-entry.js';
import { renderIndex } from '../src/tool/catalog/render-index.js';
import { createSearchIndex } from '../src/tool/catalog/search-index.js';
import {
  catalogQueries,
  modelQueries,
  otherQueries,
  recallAtFive,
  spokenQueries,
} from '../test/support/catalog-queries.js';
import { manyServerTools, serverTools } from '../test/support/server-tools.js';
import { countedTokens } from '../test/support/token-counter.js';
import { median } from './figures.js';
import { manyEntries, nouns, verbs, word } from './many-entries.js';
import { runProgram } from './program.js';
import type { Contender, Race, Run, Scenario, ScenarioOptions } from './scenario.js';

/** What thousands of tools cost: a search among them, its index, and what the first request carries of 200. */
export async function catalog({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const many = manyEntries(smoke ? 100 : 10_000);
  const request = await firstRequest(join(folder, 'work'), smoke ? 30 : 200);
  const repetitions = smoke ? 1 : 10;
  const once = { repetitions: 1, processes: true } as const;
  const searching: Race = {
    name: `a search in ${many.length} tools, median`,
    repetitions,
    reports: 'ms',
    contenders: [reporting('toolwright', () => medianSearch(many))],
  };
  const building: Race = {
    name: `the index of ${many.length} tools`,
    repetitions,
    reports: 'ms',
    contenders: [reporting('toolwright', () => timed(() => createSearchIndex(many)))],
  };
  const first: Race = {
    name: `the index of ${many.length} tools, first of all in a process`,
    repetitions,
    processes: true,
    reports: 'ms',
    contenders: [{ ...reporting('toolwright', () => 0), run: () => firstBuild(many.length, folder) }],
  };
  const sent: Race = {
    ...once,
    name: 'the definitions of a first request',
    reports: 'tokens',
    contenders: [
      reporting('all of them', () => request.all),
      reporting('toolwright', () => request.sent),
      reporting('toolwright, and the prompt', () => request.sent + request.prompt),
      reporting('a tool of the index', () => request.indexed),
    ],
  };
  const found: Race = {
    ...once,
    name: 'not among the first five',
    reports: '%',
    contenders: [
      reporting('toolwright', () => missed(catalogQueries)),
      reporting('toolwright, words of users', () => missed(spokenQueries)),
      reporting('toolwright, the other users', () => missed(otherQueries)),
      reporting('toolwright, words of models', () => missed(modelQueries)),
    ],
  };
  const bar = { contender: 'toolwright' };
  return {
    races: [searching, building, first, sent, found],
    bars: [
      { ...bar, race: searching.name, limit: 2, says: `a search in ${many.length} tools, median` },
      { ...bar, race: building.name, limit: 150, says: `the index of ${many.length} tools is built` },
      { ...bar, race: first.name, limit: 150, says: 'the same, first of all in a process' },
      { ...bar, race: sent.name, against: 'all of them', limit: 0.1, says: 'definitions, against sending all' },
      {
        race: sent.name,
        contender: 'toolwright, and the prompt',
        limit: 1500,
        aim: 900,
        says: `definitions and prompt of a first request with ${request.servers} tools of servers`,
      },
      { race: sent.name, contender: 'a tool of the index', limit: 6, aim: 5, says: 'what a tool of the index costs' },
      { ...bar, race: found.name, limit: 10, says: `of what ${catalogQueries.length} queries look for` },
      {
        race: found.name,
        contender: 'toolwright, words of users',
        limit: 10,
        says: `of what ${spokenQueries.length} queries in the words of users look for`,
      },
      {
        race: found.name,
        contender: 'toolwright, the other users',
        limit: 10,
        says: `of what ${otherQueries.length} others of them look for`,
      },
      {
        race: found.name,
        contender: 'toolwright, words of models',
        limit: 10,
        says: `of what ${modelQueries.length} queries look for, as models word them`,
      },
    ],
    async close() {},
  };
}

const reporting = (name: string, cost: () => number): Contender => ({
  name,
  expected: { calls: 1, text: 'done' },
  run: async () => ({ calls: 1, text: 'done', cost: cost() }),
});

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** Words of the catalog, one of them misspelled in every fifth. */
function medianSearch(entries: readonly CatalogEntry[]): number {
  const index = createSearchIndex(entries);
  const queries = Array.from({ length: 100 }, (_, at) => `${word(verbs, at)} the ${word(nouns, at * 7)} of a customer`);
  const typed = queries.map((query, at) => (at % 5 === 0 ? query.replace('customer', 'custmoer') : query));
  return median(typed.map((query) => timed(() => index.search(query))));
}

interface RequestTokens {
  readonly servers: number;
  readonly all: number;
  readonly sent: number;
  readonly prompt: number;
  /** A tool of the index, on average, where all names are told. */
  readonly indexed: number;
}

/** Of the default profile, with all built-in tools and those of servers. */
async function firstRequest(workspace: string, servers: number): Promise<RequestTokens> {
  mkdirSync(workspace, { recursive: true });
  const model = scriptedModel([{ text: 'done' }]);
  const seen: { sent: number; prompt: number }[] = [];
  const session = await openSession({
    workspace,
    model: {
      name: model.name,
      stream(request, emit) {
        const sent = request.tools.reduce((sum, tool) => sum + countedTokens(JSON.stringify(tool)), 0);
        seen.push({ sent, prompt: countedTokens(request.messages[0]?.text ?? '') });
        return model.stream(request, emit);
      },
    },
    extensions: [{ name: 'servers', open: ({ registry }) => manyServerTools(servers).forEach(registry.register) }],
  });
  await session.send('go').result;
  const listed = session.listTools().filter(({ tool }) => tool.name !== 'tool_search');
  await session.close();
  const usable = listed.filter(({ state }) => state !== 'unavailable');
  const all = usable.reduce((sum, { whole }) => sum + countedTokens(JSON.stringify(whole)), 0);
  const indexed = usable.filter(({ tool, state }) => state === 'indexed' && tool.source === 'builtin');
  const index = countedTokens(renderIndex(indexed.map(({ tool }) => toolEntry(tool)))) / indexed.length;
  return { servers, all, sent: seen[0]?.sent ?? Number.NaN, prompt: seen[0]?.prompt ?? Number.NaN, indexed: index };
}

/** Of all that is looked for, in percent. */
function missed(queries: typeof catalogQueries): number {
  const index = createSearchIndex([...builtinTools, ...serverTools].map(toolEntry));
  return 100 * (1 - recallAtFive((query) => index.search(query, 5).map(({ entry }) => entry.name), queries));
}

async function firstBuild(count: number, cwd: string): Promise<Run> {
  const program = fileURLToPath(new URL('./catalog-build.mjs', import.meta.url));
  const { stdout } = await runProgram([program, String(count)], { cwd });
  return { calls: 1, text: 'done', cost: Number(stdout) };
}
