import { type RunnerTestCase, TestRunner } from 'vitest';
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

/** One behaviour. `later` names the work that will bring it; without it a test must verify it. */
export type Requirement = { readonly id: string; readonly says: string; readonly later?: string };

export type Group = Readonly<Record<string, Omit<Requirement, 'id'>>>;

export const requirements = {
  ...core,
  ...design,
  ...standing,
  ...durability,
  ...models,
  ...dialects,
  ...dialogue,
  ...policy,
  ...prefix,
  ...question,
  ...profiles,
  ...secret,
  ...reliability,
  ...sandbox,
  ...replay,
  ...web,
  ...custom,
  ...dynamic,
  ...yips,
  ...mcp,
  ...seed,
  ...astra,
  ...yAgent,
  ...localHarness,
  ...background,
  ...capture,
  ...catalog,
  ...files,
  ...limits,
  ...client,
  ...compaction,
  ...conflicts,
  ...changes,
  ...subagents,
  ...taint,
  ...terminals,
  ...turnControl,
  ...middleware,
  ...search,
  ...patches,
  ...curator,
  ...scopes,
  ...mcpServer,
  ...skills,
} as const satisfies Group;

export type RequirementId = keyof typeof requirements;

/** A test that claims more does not show each of them; a table claims one a row. */
const maxIds = 6;

/** Called within a test: names the behaviours that the test shows. They count once it has run and passed. */
export function verifies(...ids: RequirementId[]): void {
  const unknown = ids.filter((id) => !Object.hasOwn(requirements, id));
  if (unknown.length > 0) throw new Error(`unknown requirement: ${unknown.join(', ')}`);
  const test = TestRunner.getCurrentTest<RunnerTestCase | undefined>();
  if (test === undefined) throw new Error('verifies() was called outside of a test: nothing would be shown by it');
  const claimed = new Set([...(test.meta.ids ?? []), ...ids]);
  if (claimed.size > maxIds)
    throw new Error(
      `a test may claim ${maxIds} behaviours, not ${claimed.size}: split it, or make it a table with a row each`,
    );
  test.meta.ids = [...claimed];
}
