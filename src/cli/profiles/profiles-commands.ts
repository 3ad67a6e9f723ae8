import { defined } from '../../base/defined.js';
import { configPaths } from '../../config/config-paths.js';
import { renderProblem } from '../../config/problem.js';
import { type ListedProfile, listProfiles } from '../../config/profile/list-profiles.js';
import { openProfile } from '../../config/profile/open-profile.js';
import { profileSchema } from '../../config/profile/profile-schema.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { shortFolder } from '../view/session-lines.js';
import { widest } from '../widest.js';
import { type FlatSettings, profileSettings } from './profile-settings.js';
import { diffSettings, renderDifferences, renderSettings, type SettingDifference } from './render-settings.js';

/** `toolwright profiles`: those that are built in and those of files, and what is wrong with a file; or the schema of one. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  if (invocation.flag('schema')) {
    host.stdout.write(`${JSON.stringify(profileSchema, null, 2)}\n`);
    return exitCodes.answered;
  }
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

/** `toolwright profiles show NAME [OTHER]`: every setting of a profile, or those that the other one has differently. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  const [name = '', other] = invocation.arguments;
  const json = invocation.flag('json');
  const settingsOf = async (one: string): Promise<FlatSettings> =>
    profileSettings(await openProfile(one, configPaths({ env: host.env, platform: process.platform })));
  const settings = await settingsOf(name);
  const text =
    other !== undefined
      ? renderDiff([name, other], diffSettings(settings, await settingsOf(other)), json)
      : json
        ? renderJson({ name, settings })
        : renderSettings(settings).join('\n');
  host.stdout.write(`${text}\n`);
  return exitCodes.answered;
}

function renderDiff(
  [a, b]: readonly [string, string],
  differences: readonly SettingDifference[],
  json: boolean,
): string {
  // JSON has no undefined: what a profile does not have is null there.
  const rows = differences.map(({ setting, a: of, b: to }) => ({ setting, a: of ?? null, b: to ?? null }));
  if (json) return renderJson({ a, b, differences: rows });
  if (differences.length === 0) return `${a} and ${b} have the same settings.`;
  return [`${a} → ${b}`, ...renderDifferences(differences)].join('\n');
}
