import { resolve } from 'node:path';
import { plural } from '../../base/text.js';
import type { Preview } from '../../tool/plan.js';
import { safeLine, safeText } from '../safe-text.js';
import type { Style } from './style.js';

/** Everything of a preview, line by line: nothing is left out, what would hide something is told by its number. */
export function previewLines(
  preview: Preview,
  options: { readonly arguments: unknown; readonly workspace: string; readonly style: Style },
): readonly string[] {
  const { style, workspace } = options;
  if (preview.kind === 'diff') return diffLines(preview.diff, style);
  if (preview.kind === 'text') return textLines(preview.text, strict);
  if (preview.kind === 'arguments') return argumentLines(options.arguments);
  const [first = '', ...rest] = countBlank(shown(preview.command, wideInNames));
  return [
    `$ ${first}`,
    ...rest.map((line) => `  ${line}`),
    style.dim(
      `in ${safeLine(isScoped(preview.cwd) ? preview.cwd : resolve(workspace, preview.cwd), strict)}${goesOn(preview)}`,
    ),
  ];
}

const isScoped = (path: string): boolean => /^(?:private|shared|public):\//.test(path);

function goesOn({ background, keptHours }: CommandPreview): string {
  if (keptHours !== undefined)
    return `, and goes on after this session, until it is stopped, for at most ${plural(keptHours, 'hour')}`;
  return background === true ? ', and goes on in the background until it is stopped or the session ends' : '';
}

type CommandPreview = Extract<Preview, { kind: 'command' }>;

/** A text whole, in which nothing is pushed out of sight. `strict`: to the last character. */
export const textLines = (text: string, options: { readonly strict: boolean }): readonly string[] =>
  countBlank(shown(text, wideInText, options));

/** The arguments as they were given, whole. */
export function argumentLines(args: unknown): readonly string[] {
  return shown(JSON.stringify(args, null, 2) ?? '', wideInNames);
}

/** Spaces in a row that push what follows out of sight. Tables and deep code have some. */
export const wideInNames = 40;
export const wideInText = 120;
/** Blank lines in a row that do the same. */
export const manyBlank = 5;

/** Spaces and tabs that would push what follows them out of sight, told by their number. */
export function countSpaces(line: string, wide = wideInNames): string {
  return line.replaceAll(/[ \t]{11,}/g, (run) => {
    const tabs = run.split('\t').length - 1;
    if (run.length + tabs * 3 <= wide) return run;
    const what = tabs === 0 ? 'spaces' : tabs === run.length ? 'tabs' : 'spaces and tabs';
    return `⟨${run.length} ${what}⟩`;
  });
}

const strict = { strict: true } as const;

const shown = (text: string, wide: number, options: { readonly strict: boolean } = strict): readonly string[] =>
  safeText(text.replace(/\n$/, ''), options)
    .split('\n')
    .map((line) => countSpaces(line, wide));

function countBlank(lines: readonly string[]): readonly string[] {
  const told: string[] = [];
  let blank: string[] = [];
  const flush = (): void => {
    told.push(...(blank.length > manyBlank ? [`⟨${blank.length} blank lines⟩`] : blank));
    blank = [];
  };
  for (const line of lines) {
    if (line.trim() === '') blank.push(line);
    else {
      flush();
      told.push(line);
    }
  }
  flush();
  return told;
}

/** Where every line ends in `\r\n` it is said once; else the `\r` is shown where it stands. */
export function diffLines(diff: string, style: Style): readonly string[] {
  const heads = headLines(diff.split('\n'));
  const content = diff.split('\n').filter((line, at) => !heads.has(at) && /^[-+ ]/.test(line));
  const windows = content.length > 0 && content.every((line) => line.endsWith('\r'));
  const lines = shown(windows ? diff.replaceAll('\r\n', '\n') : diff, wideInText);
  const coloured = lines.map((line, at) => (heads.has(at) ? style.dim(line) : colourDiff(line, style)));
  return windows ? [...coloured, style.dim('every line ends in \\r\\n')] : coloured;
}

/** Which lines tell of a file and not of its content: there may be several files, and their hunks say how long they are. */
export function headLines(lines: readonly string[]): ReadonlySet<number> {
  const heads = new Set<number>();
  if (!lines.some((line) => line.startsWith('@@'))) return heads;
  let left = { old: 0, fresh: 0 };
  for (const [at, line] of lines.entries()) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) left = { old: Number(hunk[1] ?? 1), fresh: Number(hunk[2] ?? 1) };
    else if (left.old <= 0 && left.fresh <= 0 && !line.startsWith('\\')) heads.add(at);
    else left = { old: left.old - Number(/^[- ]/.test(line)), fresh: left.fresh - Number(/^[+ ]/.test(line)) };
  }
  return heads;
}

function colourDiff(line: string, style: Style): string {
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}
