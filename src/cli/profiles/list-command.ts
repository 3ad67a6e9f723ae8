import { defined } from '../../base/defined.js';
import { configPaths } from '../../config/config-paths.js';
import { renderProblem } from '../../config/problem.js';
import { type ListedProfile, listProfiles } from '../../config/profile/list-profiles.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { shortFolder } from '../view/session-lines.js';
import { widest } from '../widest.js';

/** `toolwright profiles`: those that are built in and those of files, and what is wrong with a file. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  const listed = await listProfiles(configPaths({ env: host.env, platform: process.platform }));
  const problems = listed.flatMap((one) => one.problems);
  if (invocation.flag('json')) host.stdout.write(`${renderJson(listed.map(asJson))}\n`);
  else {
    for (const line of renderProfiles(listed, host)) host.stdout.write(`${line}\n`);
    for (const problem of problems) host.stderr.write(`error: ${safeLine(renderProblem(problem))}\n`);
  }
  return problems.length > 0 ? exitCodes.failed : exitCodes.answered;
}

const fromOf = ({ file }: ListedProfile): string => file ?? 'built in';

const asJson = ({ name, summary, extends: base, problems, ...listed }: ListedProfile): object => ({
  name,
  summary,
  from: fromOf({ name, summary, problems, ...listed }),
  ...defined({ extends: base }),
  problems: problems.map(({ file, line, message }) => ({ file, line, message })),
});

function renderProfiles(listed: readonly ListedProfile[], { env }: Host): readonly string[] {
  const width = widest(listed.map(({ name }) => name));
  return listed.map((one) => {
    const from = one.file === undefined ? 'built in' : shortFolder(one.file, env);
    const summary = one.problems.length > 0 ? 'cannot be used' : one.summary;
    return `${safeLine(one.name).padEnd(width)}  ${safeLine(summary)} (${safeLine(from)})`;
  });
}
