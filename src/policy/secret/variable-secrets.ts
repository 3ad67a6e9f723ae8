import { urlPasswords } from './home-files.js';
import { isSecretName } from './secret-name.js';
import type { KnownSecret } from './spelling.js';

/** A secret that was found; one that the config names need not look like one. */
export interface FoundValue extends KnownSecret {
  readonly certain?: boolean;
}

interface VariableOptions {
  readonly label: string;
  readonly names: readonly string[];
}

/** What a variable holds that is secret: all of it, by its name, or a password within it. */
export function variableSecrets(name: string, value: string, { label, names }: VariableOptions): readonly FoundValue[] {
  if (names.includes(name)) return [{ name: label, value: value.trim(), certain: true }];
  const parts = [...urlPasswords(label, value), ...connectionPasswords(label, value)];
  return isSecretName(name) ? [{ name: label, value: value.trim() }, ...parts] : parts;
}

/** `Host=…;Password=…` and the like. */
function connectionPasswords(name: string, text: string): readonly KnownSecret[] {
  return [...text.matchAll(/\b(?:password|pwd)=([^\s;&]+)/gi)].map(([, value = '']) => ({ name, value }));
}
