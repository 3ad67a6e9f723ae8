import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandTable } from '../src/cli/commands.js';
import { astra } from './requirements/astra.js';
import { background } from './requirements/background.js';
import { capture } from './requirements/capture.js';
import { catalog } from './requirements/catalog.js';
import { changes } from './requirements/changes.js';
import { client } from './requirements/client.js';
import { compaction } from './requirements/compaction.js';
import { conflicts } from './requirements/conflicts.js';
import { core } from './requirements/core.js';
import { curator } from './requirements/curator.js';
import { custom } from './requirements/custom.js';
import { design } from './requirements/design.js';
import { dialects } from './requirements/dialects.js';
import { dialogue } from './requirements/dialogue.js';
import { durability } from './requirements/durability.js';
import { dynamic } from './requirements/dynamic.js';
import { files } from './requirements/files.js';
import { limits } from './requirements/limits.js';
import { localHarness } from './requirements/local-harness.js';
import { mcp } from './requirements/mcp.js';
import { mcpServer } from './requirements/mcp-server.js';
import { middleware } from './requirements/middleware.js';
import { models } from './requirements/models.js';
import { patches } from './requirements/patches.js';
import { policy } from './requirements/policy.js';
import { prefix } from './requirements/prefix.js';
import { profiles } from './requirements/profiles.js';
import { question } from './requirements/question.js';
import { reliability } from './requirements/reliability.js';
import { replay } from './requirements/replay.js';
import {
  isClean,
  renderElsewhere,
  renderReport,
  renderShown,
  reportRequirements,
  shownIds,
  shownThroughDoors,
} from './requirements/report.js';
import { sandbox } from './requirements/sandbox.js';
import { scopes } from './requirements/scopes.js';
import { search } from './requirements/search.js';
import { secret } from './requirements/secret.js';
import { seed } from './requirements/seed.js';
import { skills } from './requirements/skills.js';
import { standing } from './requirements/standing.js';
import { subagents } from './requirements/subagents.js';
import { taint } from './requirements/taint.js';
import { terminals } from './requirements/terminals.js';
import { turnControl } from './requirements/turn-control.js';
import { web } from './requirements/web.js';
import { yAgent } from './requirements/y-agent.js';
import { yips } from './requirements/yips.js';
import { type Group, requirements, verifies } from './requirements.js';
import { addRun } from './support/evidence/evidence.js';
import { commandsIn } from './support/evidence/own-doors.js';

const groups = {
  core,
  design,
  standing,
  models,
  dialects,
  dialogue,
  durability,
  policy,
  prefix,
  question,
  profiles,
  reliability,
  replay,
  sandbox,
  search,
  secret,
  web,
  yips,
  seed,
  skills,
  astra,
  'y-agent': yAgent,
  'local-harness': localHarness,
  client,
  compaction,
  conflicts,
  changes,
  background,
  capture,
  subagents,
  taint,
  terminals,
  files,
  limits,
  mcp,
  'mcp-server': mcpServer,
  middleware,
  patches,
  curator,
  catalog,
  scopes,
  custom,
  dynamic,
  'turn-control': turnControl,
};
const sample = {
  'a.b.done': { says: 'is done' },
  'a.b.open': { says: 'is open' },
  'c.d.later': { says: 'comes later', later: 'tools' },
  'c.d.early': { says: 'came early', later: 'tools' },
};

it('lists each behaviour once, in the group its id names, with one short sentence', () => {
  verifies('core.requirements.manifest');
  const listed = Object.entries(groups).flatMap(([name, group]) =>
    Object.entries(group).map(([id, { says }]) => ({ name, id, says })),
  );
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  expect(Object.keys(requirements)).toHaveLength(listed.length);
  for (const { name, id, says } of listed) {
    expect(id).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9-]+$/);
    expect(id.startsWith(`${name}.`), id).toBe(true);
    expect(says.length, id).toBeGreaterThan(0);
    expect(says.length, id).toBeLessThanOrEqual(140);
  }
});

it('merges every group file', () => {
  verifies('core.requirements.manifest');
  const files = readdirSync(new URL('./requirements/', import.meta.url)).filter((name) => name !== 'report.ts');
  expect(files.sort()).toEqual(
    Object.keys(groups)
      .map((name) => `${name}.ts`)
      .sort(),
  );
});

it('refuses an unknown id, at compile time and at run time', () => {
  verifies('core.requirements.verifies');
  const id = 'no.such.id';
  // @ts-expect-error no such requirement
  expect(() => verifies(id)).toThrow('unknown requirement: no.such.id');
});

it('counts what a test shows once it has passed, for the tree it ran on', () => {
  verifies('core.requirements.verifies');
  const shown = (...ids: string[]) => ({ ids, doors: ['profile:yips'] });
  const first = addRun(undefined, { tree: 'one', tests: { a: shown('x.y.z'), b: shown('x.y.b'), c: 'failed' } });
  expect(first).toEqual({ tree: 'one', tests: { a: shown('x.y.z'), b: shown('x.y.b') } });
  const again = addRun(first, { tree: 'one', tests: { b: 'failed', c: shown('x.y.c', 'x.y.z') } });
  expect(again).toEqual({ tree: 'one', tests: { a: shown('x.y.z'), c: shown('x.y.c', 'x.y.z') } });
  expect(shownIds(again)).toEqual(new Set(['x.y.z', 'x.y.c']));
  expect(addRun(again, { tree: 'two', tests: { b: shown('x.y.b') } })).toEqual({
    tree: 'two',
    tests: { b: shown('x.y.b') },
  });
  expect(renderShown('x.y.z', again)).toBe('x.y.z\n  a (profile:yips)\n  c (profile:yips)');
});

it('notes in the running test what it shows', ({ task }) => {
  verifies('core.requirements.verifies', 'core.requirements.counts');
  expect(task.meta.ids).toEqual(['core.requirements.verifies', 'core.requirements.counts']);
});

it('counts what is listed, covered, later and missing per group', () => {
  verifies('core.requirements.counts');
  const report = reportRequirements({ requirements: sample, verified: new Set(['a.b.done', 'c.d.early', 'x.y.z']) });
  expect(report).toEqual({
    tallies: [
      { name: 'a', listed: 2, covered: 1, later: 0, gaps: 1 },
      { name: 'c', listed: 2, covered: 1, later: 1, gaps: 0 },
      { name: 'total', listed: 4, covered: 2, later: 1, gaps: 1 },
    ],
    gaps: ['a.b.open'],
    staleLater: ['c.d.early'],
    unknown: ['x.y.z'],
  });
  expect(renderReport(report, sample)).toBe(
    [
      '                   listed  covered    later     gaps',
      'a                       2        1        0        1',
      'c                       2        1        1        0',
      'total                   4        2        1        1',
      '',
      'Gaps: neither shown by a test that ran nor marked later (1):',
      '  a.b.open  is open',
      '',
      'Shown but still marked later: drop the mark (1):',
      '  c.d.early  came early',
      '',
      'Unknown ids named by tests (1):',
      '  x.y.z',
    ].join('\n'),
  );
});

it('counts a row of a system only through a door of that system', () => {
  verifies('core.requirements.doors');
  const rows: Group = {
    'yips.a.plain': { says: 'is so' },
    'yips.a.other': { says: 'is so' },
    'yips.a.command': { says: '`toolwright run` does so' },
    'y-agent.a.format': { says: 'is read so' },
    'core.a.engine': { says: 'is so everywhere' },
  };
  const through = (...tests: readonly (readonly [ids: readonly string[], doors: readonly string[]])[]) =>
    shownThroughDoors(
      { tree: '', tests: Object.fromEntries(tests.map(([ids, doors], at) => [String(at), { ids, doors }])) },
      rows,
    );
  expect(through([['core.a.engine', 'yips.a.plain'], []])).toEqual(new Set(['core.a.engine']));
  for (const door of ['profile:yips', 'entry:toolwright/profile/yips', 'dialect:yips_agent'])
    expect(through([['yips.a.plain'], [door]]), door).toEqual(new Set(['yips.a.plain']));
  for (const door of ['profile:toolwright', 'entry:toolwright', 'dialect:auto', 'command:run', 'profile:y-agent'])
    expect(through([['yips.a.plain'], [door]]), door).toEqual(new Set());
  expect(through([['y-agent.a.format'], ['dialect:y_agent']])).toEqual(new Set(['y-agent.a.format']));
  expect(through([['yips.a.command'], ['profile:yips', 'command:chat']])).toEqual(new Set());
  expect(through([['yips.a.command'], ['profile:yips', 'command:run']])).toEqual(new Set(['yips.a.command']));
  const evidence = { tree: '', tests: { 'a > b': { ids: ['yips.a.plain', 'yips.a.other'], doors: ['command:run'] } } };
  expect(renderElsewhere(evidence, rows)).toBe(
    ['Shown, but not through a door of their system (2):', '  yips.a.other  a', '  yips.a.plain  a'].join('\n'),
  );
});

it('names only commands there are, where a row names one', () => {
  verifies('core.requirements.doors');
  const named = Object.values(requirements).flatMap(({ says }) => commandsIn(says));
  const known = commandTable.commands.map(({ name }) => name.split(' ')[0]);
  expect(named.filter((name) => name !== 'chat' && !known.includes(name))).toEqual([]);
});

it('is clean only without a gap, a stale mark and an unknown id', () => {
  verifies('core.requirements.gap-fails', 'core.requirements.stale-later-fails');
  const clean = (...ids: string[]) => isClean(reportRequirements({ requirements: sample, verified: new Set(ids) }));
  expect(clean('a.b.done', 'a.b.open')).toBe(true);
  expect(clean('a.b.done')).toBe(false);
  expect(clean('a.b.done', 'a.b.open', 'c.d.early')).toBe(false);
  expect(clean('a.b.done', 'a.b.open', 'x.y.z')).toBe(false);
});
