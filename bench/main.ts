import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from './audit.js';
import { type BarResult, checkBars } from './bars.js';
import { cache } from './cache.js';
import { catalog } from './catalog.js';
import { changes } from './changes.js';
import { curator } from './curator.js';
import { dialects } from './dialects.js';
import { type Figures, rowsOf } from './figures.js';
import { files } from './files.js';
import { gap } from './gap.js';
import { inProcess } from './in-process.js';
import { largeArguments } from './large-arguments.js';
import { masking } from './masking.js';
import { mcp } from './mcp.js';
import { measure } from './measure.js';
import { memory } from './memory.js';
import { policy } from './policy.js';
import { recovery } from './recovery.js';
import { renderReport } from './report.js';
import { sandbox } from './sandbox.js';
import type { Scenario, ScenarioOptions } from './scenario.js';
import { search } from './search.js';
import { sqlite } from './sqlite.js';
import { start } from './start.js';
import { versions } from './versions.js';

const scenarios = new Map<string, (options: ScenarioOptions) => Promise<Scenario>>([
  ['start', start],
  ['memory', memory],
  ['in-process', inProcess],
  ['large-arguments', largeArguments],
  ['sqlite', sqlite],
  ['gap', gap],
  ['dialects', dialects],
  ['policy', policy],
  ['audit', audit],
  ['changes', changes],
  ['files', files],
  ['recovery', recovery],
  ['masking', masking],
  ['sandbox', sandbox],
  ['search', search],
  ['curator', curator],
  ['cache', cache],
  ['catalog', catalog],
  ['mcp', mcp],
]);

process.exitCode = await main();

/** Exit code 0 when every bar holds, 1 when one is missed, 2 for a wrong option. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, json: { type: 'string' }, smoke: { type: 'boolean', default: false } },
  });
  const names = values.only === undefined ? [...scenarios.keys()] : [values.only];
  if (names.some((name) => !scenarios.has(name))) {
    console.error(`There is no scenario ${names.join()}: use ${[...scenarios.keys()].join(', ')}.`);
    return 2;
  }
  console.log(`${versions().join(' · ')}\n`);
  const figures: Figures[] = [];
  const bars: BarResult[] = [];
  for (const name of names) {
    const raced = await runScenario(name, values.smoke);
    figures.push(...raced.figures);
    bars.push(...raced.bars);
  }
  const rows = figures.flatMap(rowsOf);
  console.log(renderReport(rows, bars));
  if (values.json !== undefined) writeFileSync(values.json, renderJson({ figures, bars }));
  // At tiny sizes the figures mean nothing.
  return values.smoke || bars.every(({ ok }) => ok) ? 0 : 1;
}

async function runScenario(name: string, smoke: boolean): Promise<{ figures: Figures[]; bars: BarResult[] }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-bench-')));
  try {
    const scenario = await scenarios.get(name)?.({ folder, smoke });
    const figures: Figures[] = [];
    for (const race of scenario?.races ?? []) {
      figures.push(await measure(race, smoke ? { warmUpMs: 1, sampleMs: 1 } : { warmUpMs: 800, sampleMs: 5 }));
    }
    await scenario?.close();
    return { figures, bars: checkBars(scenario?.bars ?? [], figures) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function renderJson({ figures, bars }: { figures: readonly Figures[]; bars: readonly BarResult[] }): string {
  const races = figures.map((raced) => ({ rows: rowsOf(raced), samples: Object.fromEntries(raced.samples) }));
  return `${JSON.stringify({ versions: versions(), races, bars }, null, 2)}\n`;
}
