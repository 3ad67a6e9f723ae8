import type { Group } from '../requirements.js';
import type { Evidence } from '../support/evidence/evidence.js';
import { isThroughOwnDoor } from '../support/evidence/own-doors.js';

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

/** Compares the listed requirements with the ids that tests have shown. */
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
    ...list('Gaps: neither shown by a test that ran nor marked later', report.gaps),
    ...list('Shown but still marked later: drop the mark', report.staleLater),
    ...list('Unknown ids named by tests', report.unknown),
  ].join('\n');
}

/** Which tests have shown each behaviour, and through which doors. */
export function renderShown(prefix: string, { tests }: Evidence): string {
  const rows = Object.entries(tests).flatMap(([test, { ids, doors }]) =>
    ids
      .filter((id) => id.startsWith(prefix))
      .map((id) => ({ id, line: `  ${test} (${doors.join(', ') || 'no door'})` })),
  );
  const ids = [...new Set(rows.map(({ id }) => id))].sort();
  return ids.flatMap((id) => [id, ...rows.filter((row) => row.id === id).map(({ line }) => line)]).join('\n');
}

/** What the tests that ran and passed have shown. */
export const shownIds = ({ tests }: Evidence): ReadonlySet<string> =>
  new Set(Object.values(tests).flatMap(({ ids }) => ids));

/** The same, of rows of the five systems only where a test went through a door of the system that the row is of. */
export const shownThroughDoors = ({ tests }: Evidence, requirements: Group): ReadonlySet<string> =>
  new Set(
    Object.values(tests).flatMap(({ ids, doors }) =>
      ids.filter((id) => isThroughOwnDoor(id, { says: requirements[id]?.says ?? '', doors })),
    ),
  );

/** Rows that tests have shown, but none through a door of their system, each with the files of these tests. */
export function renderElsewhere(evidence: Evidence, requirements: Group): string {
  const through = shownThroughDoors(evidence, requirements);
  const elsewhere = [...shownIds(evidence)].filter((id) => Object.hasOwn(requirements, id) && !through.has(id));
  const filesOf = (row: string): string =>
    [...new Set(Object.entries(evidence.tests).flatMap(([test, { ids }]) => (ids.includes(row) ? [fileOf(test)] : [])))]
      .sort()
      .join(', ');
  return [
    `Shown, but not through a door of their system (${elsewhere.length}):`,
    ...elsewhere.sort().map((id) => `  ${id}  ${filesOf(id)}`),
  ].join('\n');
}

const fileOf = (test: string): string => test.slice(0, test.indexOf(' > '));

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}
