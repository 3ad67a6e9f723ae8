import { basename, join } from 'node:path';
import { createMask } from './create-mask.js';
import { findSecretFiles, type SecretFile } from './find-secret-files.js';
import { loginFolder } from './login-files.js';
import type { Mask } from './mask.js';
import { isOrdinary } from './ordinary-value.js';
import type { SecretContext } from './secret-context.js';
import { readSmallFile, stampOf } from './secret-files.js';
import { type KnownSecret, minSecretLength } from './spelling.js';
import { type FoundValue, variableSecrets } from './variable-secrets.js';

export interface Secrets {
  /** The mask for what is secret now. Nothing is read before it is first asked for. */
  mask(): Mask;
}

/**
 * Knows what is secret here: variables, `.env` files, what programs keep in the home folder, and what the config names. What
 * was secret once stays so: a file that was moved away still holds it.
 */
export function createSecrets(context: SecretContext): Secrets {
  const folders = [context.root, join(context.home, '.ssh'), loginFolder(context)];
  const known = new Map<string, KnownSecret>();
  let looked: { readonly stamp: string; readonly paths: readonly string[] } | undefined;
  let made: Mask | undefined;
  return {
    mask() {
      if (made !== undefined && looked !== undefined && looked.stamp === stampsOf(looked.paths)) return made;
      // Before anything is listed or read: what changes meanwhile is looked at again the next time.
      const before = stampsOf(folders);
      const files = findSecretFiles(context);
      const paths = files.map(({ path }) => path);
      looked = { stamp: `${before}\n${stampsOf(paths)}`, paths: [...folders, ...paths] };
      const count = known.size;
      takeNote(known, [...environmentSecrets(context), ...files.flatMap(readSecrets)], context);
      if (made === undefined || known.size > count) made = createMask({ secrets: [...known.values()] });
      return made;
    },
  };
}

const stampsOf = (paths: readonly string[]): string => paths.map(stampOf).join('\n');

/** So many secrets, with so many characters in all. */
const maxSecrets = 500;
const maxLength = 262_144;
const maxValueLength = 32_768;

function environmentSecrets({ env, names = [] }: SecretContext): readonly FoundValue[] {
  return Object.entries(env).flatMap(([name, value = '']) => variableSecrets(name, value, { label: name, names }));
}

function readSecrets({ path, read }: SecretFile): readonly FoundValue[] {
  const text = readSmallFile(path);
  return text === undefined ? [] : read(text);
}

/** Adds those that masking is good for, each value once, under the first of its names. */
function takeNote(
  known: Map<string, KnownSecret>,
  found: readonly FoundValue[],
  { env, root, home }: SecretContext,
): void {
  const here = new Set([root, home, basename(root), basename(home), env['USER'], env['LOGNAME'], env['HOSTNAME']]);
  let room = maxLength - [...known.keys()].reduce((sum, { length }) => sum + length, 0);
  for (const { name, value, certain } of found) {
    if (known.size >= maxSecrets) return;
    if (value.length < minSecretLength || value.length > Math.min(maxValueLength, room) || known.has(value)) continue;
    if (certain !== true && (here.has(value) || isOrdinary(value))) continue;
    room -= value.length;
    known.set(value, { name: name.replace(/[^\w.~ /:-]/g, '?'), value });
  }
}
