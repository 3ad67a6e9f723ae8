import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../requirements.js';

export type Tally = {
  readonly name: string;
  readonly listed: number;
  readonly covered: number;
  readonly later: number;
  readonly gaps: number;
};

export type Report = {
  readonly tallies: readonly Tally[];
  readonly gaps: readonly string[];
  readonly staleLater: readonly string[];
  readonly unknown: readonly string[];
};

/** Compares the listed requirements with the ids that tests name. */
export function reportRequirements(options: { requirements: Group; verified: ReadonlySet<string> }): Report {
  const { requirements, verified } = options;
  const ids = Object.keys(requirements);
  const isLater = (id: string) => requirements[id]?.later !== undefined;
  const covered = ids.filter((id) => verified.has(id));
  const later = ids.filter((id) => !verified.has(id) && isLater(id));
  const gaps = ids.filter((id) => !verified.has(id) && !isLater(id));

  const tally = (name: string, belongs: (id: string) => boolean): Tally => ({
    name,
    listed: ids.filter(belongs).length,
    covered: covered.filter(belongs).length,
    later: later.filter(belongs).length,
    gaps: gaps.filter(belongs).length,
  });

  return {
    tallies: [
      ...[...new Set(ids.map(groupOf))].map((group) => tally(group, (id) => groupOf(id) === group)),
      tally('total', () => true),
    ],
    gaps,
    staleLater: covered.filter(isLater),
    unknown: [...verified].filter((id) => !Object.hasOwn(requirements, id)).sort(),
  };
}

export function isClean(report: Report): boolean {
  return report.gaps.length === 0 && report.staleLater.length === 0 && report.unknown.length === 0;
}

export function renderReport(report: Report, requirements: Group): string {
  const columns = ['listed', 'covered', 'later', 'gaps'] as const;
  const row = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(16) + cells.map((cell) => String(cell).padStart(9)).join('');
  const says = (id: string) => `  ${id}  ${requirements[id]?.says ?? ''}`.trimEnd();
  const list = (title: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : ['', `${title} (${ids.length}):`, ...ids.map(says)];

  return [
    row('', columns),
    ...report.tallies.map((tally) =>
      row(
        tally.name,
        columns.map((column) => tally[column]),
      ),
    ),
    ...list('Gaps: neither verified by a test nor marked later', report.gaps),
    ...list('Verified but still marked later: drop the mark', report.staleLater),
    ...list('Unknown ids named by tests', report.unknown),
  ].join('\n');
}

/** The ids named by the `verifies` calls of every test below a folder. */
export function readVerified(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return new Set(files.flatMap((name) => findVerified(readFileSync(join(folder, name), 'utf8'))));
}

/** The ids named in one source text; calls in comment lines do not count. */
export function findVerified(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/\bverifies\(([^)]*)\)/g)].flatMap(([, body = '']) =>
    [...body.matchAll(/(['"`])([^'"`]+)\1/g)].map(([, , id = '']) => id),
  );
}

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}
