import { defined } from '../../base/defined.js';
import type { Json } from '../../base/json.js';
import { cutEnd } from '../../base/text.js';
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

/** One setting that two profiles have differently; undefined where one does not have it. */
interface SettingDifference {
  readonly setting: string;
  readonly a: Json | undefined;
  readonly b: Json | undefined;
}

function diffSettings(a: FlatSettings, b: FlatSettings): readonly SettingDifference[] {
  return axisByAxis([...new Set([...Object.keys(a), ...Object.keys(b)])])
    .map((setting) => ({ setting, a: a[setting], b: b[setting] }))
    .filter((one) => JSON.stringify(one.a) !== JSON.stringify(one.b));
}

/** What belongs together stands together, also where only the second profile has it. */
function axisByAxis(names: readonly string[]): readonly string[] {
  const axisOf = (name: string): string => name.split('.')[0] ?? '';
  return [...new Set(names.map(axisOf))].flatMap((axis) => names.filter((name) => axisOf(name) === axis));
}

/** A line a setting. Long values are cut. */
function renderSettings(settings: FlatSettings): readonly string[] {
  const width = widest(Object.keys(settings));
  return Object.entries(settings).map(([name, value]) => `${name.padEnd(width)}  ${cut(shown(value), 100)}`);
}

/** A line a setting: what the first has, then what the second has; of lists, what goes and what comes. */
function renderDifferences(differences: readonly SettingDifference[]): readonly string[] {
  const width = widest(differences.map(({ setting }) => setting));
  return differences.map(({ setting, a, b }) => `${setting.padEnd(width)}  ${changed(a, b)}`);
}

function changed(a: Json | undefined, b: Json | undefined): string {
  if (!Array.isArray(a) || !Array.isArray(b)) return besideEachOther(shown(a), shown(b));
  const gone = a.filter((one) => !b.includes(one));
  const come = b.filter((one) => !a.includes(one));
  // The same ones in another order.
  if (gone.length === 0 && come.length === 0) return besideEachOther(shown(a), shown(b));
  return [...words('without', gone), ...words('with', come)].join('; ');
}

const words = (word: string, list: readonly Json[]): readonly string[] => {
  const all = shown(list);
  if (list.length === 0) return [];
  return [all.length > 80 ? `${word} ${list.length}: ${cut(all, 80)}` : `${word} ${all}`];
};

/** Of long texts that begin alike, what is shown begins shortly before they differ. */
function besideEachOther(a: string, b: string): string {
  if (a.length <= mostBeside && b.length <= mostBeside) return `${a} → ${b}`;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const from = same > mostBeside / 2 ? same - 10 : 0;
  const part = (text: string): string => cut(from === 0 ? text : `…${text.slice(from)}`, mostBeside);
  return `${part(a)} → ${part(b)}`;
}

const mostBeside = 60;

function shown(value: Json | undefined): string {
  if (value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => shown(one as Json)).join(', ');
  return safeLine(typeof value === 'string' ? (value === '' ? '""' : value) : JSON.stringify(value));
}

const cut = (text: string, most: number): string => (text.length > most ? `${cutEnd(text, most - 1)}…` : text);
