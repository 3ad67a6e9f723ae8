import { isAbsolute, join } from 'node:path';
import type { EffectSink } from '../../program.js';
import { literal, type Word } from '../../word.js';
import type { ConfigEntry } from './config-text.js';
import type { Repository } from './repository.js';

/** Where a subcommand of git runs, and what it finds there. */
export interface GitSite {
  readonly doing: EffectSink;
  /** The name of the subcommand. */
  readonly command: string;
  /** The folder after every `-C`; undefined when only known at run time. */
  readonly folder: string | undefined;
  readonly repository: Repository;
}

export type Subcommand = (args: readonly Word[], site: GitSite) => void;

/** The entries of all configs of the repository, in the order git reads them. */
export const configEntries = ({ repository }: GitSite): readonly ConfigEntry[] =>
  repository.configs.flatMap(({ entries }) => entries ?? []);

/** The path of a word, from the folder git runs in: the word itself when that is where the command runs. */
export function pathIn({ doing, folder }: GitSite, word: Word, text = word.text): Word {
  if (text === undefined) return word;
  if (text === word.text && (folder === doing.cwd || isAbsolute(text))) return word;
  if (isAbsolute(text)) return { text, source: word.source };
  if (folder === undefined)
    return { text: undefined, source: word.source, note: 'the folder is only known at run time' };
  return { text: folder === doing.cwd ? text : join(folder, text), source: word.source };
}

/** The config of the repository, named from where the command runs. */
export function configFile({ doing, repository }: GitSite, name = 'config'): Word {
  const { commonDir } = repository;
  if (commonDir === undefined) return literal(`.git/${name}`);
  const path = join(commonDir, name);
  const start = `${doing.cwd ?? ''}/`;
  return literal(doing.cwd !== undefined && path.startsWith(start) ? path.slice(start.length) : path);
}

/** The text of a word that is settled: one word, known now. */
export const settledText = ({ text, splits }: Word): string | undefined => (splits === true ? undefined : text);
