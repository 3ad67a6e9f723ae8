import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One case of the corpus: what a model produced, the situation, and the least strict verdict that is acceptable. */
export interface PolicyCase {
  readonly id: string;
  readonly kind: 'command' | 'path' | 'edit' | 'fetch' | 'envelope' | 'mcp' | 'prompt-display';
  readonly input: { readonly [key: string]: unknown };
  readonly expect: CaseVerdict;
  /** The strictest that is acceptable; `expect` when absent. */
  readonly max?: CaseVerdict;
  readonly assert?: { readonly [key: string]: unknown };
  readonly why: string;
  readonly tags: readonly string[];
}

export const caseVerdicts = ['allow', 'confirm', 'deny'] as const;
export type CaseVerdict = (typeof caseVerdicts)[number];

export interface Folders {
  readonly ws: string;
  readonly home: string;
  readonly out: string;
}

/** What `{{SECRET}}` stands for: a value that is known to be one. */
export const secretValue = 'kx-test-7d1f0c2a9b8e4f60';

/** The cases of this kind, or the one with this id, with generated texts written out and the folders put in. */
export function readCases(kind: PolicyCase['kind'], folders: Folders, id?: string): readonly PolicyCase[] {
  const files = process.env['POLICY_CASES']?.split(':') ?? ownFiles();
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line.trim() !== '');
  return lines
    .map((line) => JSON.parse(line) as PolicyCase)
    .filter((one) => one.kind === kind && (id === undefined || one.id === id))
    .map((one) => ({
      ...one,
      input: filled(generated(one.input), folders) as PolicyCase['input'],
      ...(one.assert !== undefined && { assert: filled(one.assert, folders) as PolicyCase['input'] }),
    }));
}

function ownFiles(): readonly string[] {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => `${folder}${name}`);
}

interface Generator {
  readonly prefix?: string;
  readonly unit: string;
  readonly times: number;
  readonly suffix?: string;
  readonly close?: string;
  readonly tail?: string;
}

/** `command_gen` becomes `command`, and so on. */
function generated(input: PolicyCase['input']): PolicyCase['input'] {
  const entries = Object.entries(input).map(([key, value]) =>
    key.endsWith('_gen') && typeof value === 'object' && value !== null && 'unit' in value
      ? [key.slice(0, -4), generate(value as Generator)]
      : [key, value],
  );
  return Object.fromEntries(entries) as PolicyCase['input'];
}

function generate({ prefix = '', unit, times, suffix = '', close = '', tail = '' }: Generator): string {
  const units = Array.from({ length: times }, (_, index) => unit.replaceAll('{i}', String(index)));
  return prefix + units.join('') + suffix + close.repeat(times) + tail;
}

function filled(value: unknown, folders: Folders): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll('{{WS}}', folders.ws)
      .replaceAll('{{HOME}}', folders.home)
      .replaceAll('{{OUT}}', folders.out)
      .replaceAll('{{SECRET}}', secretValue)
      .replaceAll('{{GATEWAY_PORT}}', '48211');
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, folders));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [filled(key, folders), filled(member, folders)]),
  );
}
