import type { Json } from '../../base/json.js';
import { cutEnd } from '../../base/text.js';
import { safeLine } from '../safe-text.js';
import { widest } from '../widest.js';
import type { FlatSettings } from './profile-settings.js';

/** One setting that two profiles have differently; undefined where one does not have it. */
export interface SettingDifference {
  readonly setting: string;
  readonly a: Json | undefined;
  readonly b: Json | undefined;
}

export function diffSettings(a: FlatSettings, b: FlatSettings): readonly SettingDifference[] {
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
export function renderSettings(settings: FlatSettings): readonly string[] {
  const width = widest(Object.keys(settings));
  return Object.entries(settings).map(([name, value]) => `${name.padEnd(width)}  ${cut(shown(value), 100)}`);
}

/** A line a setting: what the first has, then what the second has; of lists, what goes and what comes. */
export function renderDifferences(differences: readonly SettingDifference[]): readonly string[] {
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
