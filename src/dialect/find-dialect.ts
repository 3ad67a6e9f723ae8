import { ToolwrightError } from '../base/error.js';
import { nearest } from '../base/nearest.js';
import { allDialects } from './all-dialects.js';
import { auto } from './auto.js';
import type { Dialect } from './dialect.js';

/** By its name or one of its aliases; `-`, `_`, `.` and capitals make no difference. */
export function findDialect(name: string): Dialect {
  const found = byName.get(plain(name));
  if (found !== undefined) return found;
  const near = nearest(
    name,
    [...byName.values()].map((dialect) => dialect.name),
  );
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new ToolwrightError(
    'bad-option',
    `There is no dialect named ${JSON.stringify(name.slice(0, 80))}.${hint} See toolwright dialects.`,
  );
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_. ]/g, '');

const byName: ReadonlyMap<string, Dialect> = new Map(
  [auto, ...allDialects]
    .flatMap((dialect) => [...dialect.aliases, dialect.name].map((name) => [plain(name), dialect] as const))
    .reverse(),
);
