import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ParserOptions } from '../../src/dialect/dialect.js';

export interface Case {
  readonly message: string;
  /** Where left out, nothing is known of the tools. */
  readonly tools?: ParserOptions['tools'];
  readonly thinking?: ParserOptions['thinking'];
  readonly text?: string;
  readonly reasoning?: string;
  /** As `name arguments`, or `id name arguments` where the text carries an id. */
  readonly calls?: readonly string[];
  /** As `code`, or `code: words of its message`. */
  readonly problems?: readonly string[];
  /**
   * What `auto` makes of it: the same by default. `other`: reads the same calls, but may tell other problems or text.
   * `not`: it can only be known when the dialect is named, and `auto` makes no call of it.
   */
  readonly auto?: 'same' | 'other' | 'not';
}

export interface DialectCases {
  readonly dialect: string;
  /** What models of the format write. Cut short anywhere, none of it yields other arguments. */
  readonly written: Readonly<Record<string, Case>>;
  /** What they write instead, and what is made of it. */
  readonly repaired?: Readonly<Record<string, Case>>;
  /** What is no call, whatever it looks like. */
  readonly notRun?: Readonly<Record<string, Case>>;
  /** Why cutting a message short may change arguments, where the format has no mark of their end. */
  readonly endIsMark?: string;
}

/** The cases of every dialect, or of the one in DIALECT. */
export async function loadCases(): Promise<readonly DialectCases[]> {
  const folder = new URL('./cases/', import.meta.url);
  const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href) as Promise<object>));
  const all = modules.flatMap((module) => Object.values(module) as DialectCases[]);
  const only = process.env['DIALECT']?.split(',');
  return only === undefined ? all : all.filter(({ dialect }) => only.includes(dialect));
}

export const casesOf = ({
  written,
  repaired = {},
  notRun = {},
}: DialectCases): readonly (readonly [string, Case])[] => [
  ...Object.entries(written),
  ...Object.entries(repaired),
  ...Object.entries(notRun),
];
