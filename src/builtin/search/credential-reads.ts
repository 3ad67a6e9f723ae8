import { isCredential, isEnvironmentFile } from '../../policy/path/credential-name.js';
import { foldPath } from '../../policy/path/fold-path.js';
import { expandBraces } from '../../policy/rule/braces.js';
import type { PlanContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import { placeName } from '../../tool/place-name.js';
import type { Place } from '../../tool/port.js';
import { pathBelow } from '../path-below.js';
import { placeFact } from '../place-fact.js';

export interface Reading {
  /** The glob that chooses files. */
  readonly glob: string | undefined;
  /** Hidden files are read as well. */
  readonly hidden: boolean;
}

/** What a search reads beside the folder that is worth a question: files that its glob is made for, and `.env` in it. */
export async function credentialReads(
  folder: Place,
  { glob, hidden }: Reading,
  { workspace }: PlanContext,
): Promise<readonly Fact[]> {
  const patterns =
    glob === undefined ? [] : choicesOf(glob).filter((one) => isMadeForCredentials(`${placeName(folder)}/${one}`));
  const entries = hidden ? await workspace.list(folder) : [];
  const names = isFailure(entries) ? [] : entries.map(({ name }) => name);
  const found = names.filter((name) => isEnvironmentFile(name.toLowerCase()));
  return [...patterns, ...found].map((name) => ({
    ...placeFact('read', { ...folder, kind: 'missing' }),
    target: placeName(folder) === '.' ? name : `${placeName(folder)}/${name}`,
    ...(folder.real !== undefined && { named: pathBelow(folder, name) }),
  }));
}

function choicesOf(glob: string): readonly string[] {
  const expanded = expandBraces(glob);
  return expanded.ok ? expanded.patterns : [glob];
}

const isMadeForCredentials = (path: string): boolean =>
  isCredential({ text: path, parts: foldPath(path), inside: undefined, home: undefined }, true);
