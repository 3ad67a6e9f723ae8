import type { RunContext } from '../../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { Place } from '../../../tool/port.js';
import { pathBelow } from '../../path-below.js';
import { type CodeLanguageName, codeLanguages } from '../code-languages.js';
import { type HeldSearch, holdSearch } from '../held-search.js';
import { runRipgrep } from '../ripgrep.js';
import { languagesOf } from './language.js';
import { type NamedPlace, openCodeReader } from './read-code.js';

export interface CodeQuery {
  readonly name: string;
  readonly kind: 'definition' | 'reference' | 'any';
  readonly language: CodeLanguageName | undefined;
  readonly max: number;
}

interface FoundPlace extends Omit<NamedPlace, 'role'> {
  readonly path: string;
}

export interface FoundCode {
  readonly definitions: FoundPlace[];
  readonly references: FoundPlace[];
  /** Files with what was found. */
  readonly files: number;
  readonly truncated: boolean;
  /** Files with syntax errors. */
  readonly damaged: number;
  /** What was not looked at, told in sentences. */
  readonly left_out: string[];
}

const maxFiles = 5000;
const maxFileBytes = 1024 * 1024;
const maxMs = 20_000;
const progressMs = 500;

/** Finds the files that hold the name at all, then parses those, in the order of their names. */
export function searchCode(query: CodeQuery, place: Place, ctx: RunContext): Promise<FoundCode | ToolFailure> {
  return holdSearch(place, ctx, (where) => searchHeld(query, where, ctx));
}

async function searchHeld(query: CodeQuery, where: HeldSearch, ctx: RunContext): Promise<FoundCode | ToolFailure> {
  if (where.file !== undefined && languagesOf(where.file) === undefined)
    return fail(
      'validation_failed',
      `${where.file} is in no language that is known here (${Object.keys(codeLanguages).join(', ')}). Use grep.`,
    );
  const listed = await listHolding(query, where, ctx);
  if (isFailure(listed)) return listed;
  const until = ctx.clock.now() + maxMs;
  const stopped = (): boolean => ctx.signal.aborted || ctx.clock.now() > until;
  const reader = await openCodeReader(stopped);
  try {
    const found = collector(query);
    let told = ctx.clock.now();
    for (const [at, name] of listed.names.entries()) {
      if (ctx.signal.aborted) return fail('cancelled', 'The search was cancelled.');
      if (stopped()) {
        found.leaveOut(
          `${listed.names.length - at} files not looked at, as it took more than ${maxMs / 1000} s: name a smaller path`,
        );
        break;
      }
      if (ctx.clock.now() - told > progressMs) {
        ctx.progress(`${at} of ${listed.names.length} files\n`);
        told = ctx.clock.now();
      }
      const text = await readText(name, where, ctx);
      if (text === undefined) found.skip();
      else found.add(pathBelow(where.folder, name), await reader.read({ path: name, text }, query.name));
    }
    if (listed.truncated) found.leaveOut(`only the first ${maxFiles} files were looked at: name a smaller path`);
    return found.end();
  } finally {
    reader.close();
  }
}

async function listHolding({ name, language }: CodeQuery, { held, fileArgs }: HeldSearch, ctx: RunContext) {
  const names: string[] = [];
  const endings = language === undefined ? Object.values(codeLanguages).flat() : codeLanguages[language];
  const pattern = name
    .split('*')
    .map((part) => part.replaceAll('$', '\\$'))
    .join('[\\w$]*');
  const searched = await runRipgrep(
    {
      cwd: held.path,
      args: [
        '--files-with-matches',
        '--null',
        ...[...new Set(endings)].map((ending) => `--type-add=code:*.${ending}`),
        '--type=code',
        `--max-filesize=${maxFileBytes}`,
        ...fileArgs,
        '--',
        pattern === '' ? '\\w' : pattern,
        './',
      ],
      separator: '\0',
      onRecord: (record) => names.push(record) <= maxFiles,
    },
    ctx,
  );
  if (isFailure(searched)) return searched;
  return { names: names.slice(0, maxFiles).toSorted(), truncated: names.length > maxFiles };
}

/** Undefined for what cannot be read, is too large or is no text. */
async function readText(name: string, { folder }: HeldSearch, { workspace }: RunContext): Promise<string | undefined> {
  const place = workspace.reach(`${folder.path}/${name}`);
  if (isFailure(place) || place.kind !== 'file') return undefined;
  const bytes = await workspace.read(place, { maxBytes: maxFileBytes });
  return isFailure(bytes) ? undefined : Buffer.from(bytes).toString('utf8');
}

function collector({ kind, max }: CodeQuery) {
  const definitions: FoundPlace[] = [];
  const references: FoundPlace[] = [];
  const files = new Set<string>();
  const leftOut: string[] = [];
  let truncated = false;
  let damaged = 0;
  let skipped = 0;
  const keep = (list: FoundPlace[], place: FoundPlace): void => {
    if (list.length === max) truncated = true;
    else list.push(place);
    files.add(place.path);
  };
  return {
    add(path: string, read: { readonly places: readonly NamedPlace[]; readonly damaged: boolean } | undefined): void {
      if (read === undefined) skipped += 1;
      if (read?.damaged === true) damaged += 1;
      for (const { role, ...place } of read?.places ?? []) {
        if (kind !== 'any' && kind !== role) continue;
        keep(role === 'definition' ? definitions : references, { path, ...place });
      }
    },
    skip(): void {
      skipped += 1;
    },
    leaveOut: (sentence: string): void => void leftOut.push(sentence),
    end(): FoundCode {
      if (skipped > 0) leftOut.push(`${skipped} files could not be read`);
      return { definitions, references, files: files.size, truncated, damaged, left_out: leftOut };
    },
  };
}
