import { isAbsolute, join } from 'node:path';
import { parseDotenv } from './dotenv.js';
import { homeFiles, isPrivateKey } from './home-files.js';
import { loginFiles, loginSecrets } from './login-files.js';
import type { SecretContext } from './secret-context.js';
import { namesIn } from './secret-files.js';
import { type FoundValue, variableSecrets } from './variable-secrets.js';

/** So many files of one kind at most. */
const maxFiles = 20;

/** A file that may hold secrets, and how to read them. */
export interface SecretFile {
  readonly path: string;
  readonly read: (text: string) => readonly FoundValue[];
}

/** The files to look into. Whether they are there is seen when they are read. */
export function findSecretFiles({ env, root, home, names = [] }: SecretContext): readonly SecretFile[] {
  const dotenvs = namesIn(root).filter(
    (name) => /^\.env(?:rc|\..+)?$/.test(name) && !/\.(?:example|sample|template|dist|defaults?)$/.test(name),
  );
  const keys = namesIn(join(home, '.ssh')).filter(
    (name) => !/\.pub$|^known_hosts|^authorized_keys|^config$/.test(name),
  );
  const named = names.filter((name) => !isVariableName(name));
  // What the workspace brings comes last: it must not take the room of the others.
  return [
    ...homeFiles.map(({ path, read }) => ({
      path: join(home, path),
      read: (text: string) => read(text).map(({ name, value }) => ({ name: `${name} in ~/${path}`, value })),
    })),
    ...loginFiles({ env, home }).map((path) => ({ path, read: certainLogin })),
    ...keys.slice(0, maxFiles).map((name) => ({
      path: join(home, '.ssh', name),
      read: (text: string) => (isPrivateKey(text) ? [{ name: `~/.ssh/${name}`, value: text.trim() }] : []),
    })),
    ...named
      .slice(0, maxFiles)
      .map((name) => ({ path: pathOf(name, { root, home }), read: (text: string) => namedFile(name, text) })),
    ...dotenvs.slice(0, maxFiles).map((name) => ({
      path: join(root, name),
      read: (text: string) =>
        parseDotenv(text).flatMap(([variable, value]) =>
          variableSecrets(variable, value, { label: `${variable} in ${name}`, names }),
        ),
    })),
  ];
}

/** Whatever a token looks like, it is one. */
const certainLogin = (text: string): readonly FoundValue[] =>
  loginSecrets(text).map((secret) => ({ ...secret, certain: true }));

const isVariableName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

function pathOf(name: string, { root, home }: { readonly root: string; readonly home: string }): string {
  if (name.startsWith('~/')) return join(home, name.slice(2));
  return isAbsolute(name) ? name : join(root, name);
}

/** As a whole, and line by line. */
function namedFile(name: string, text: string): readonly FoundValue[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [{ name, value: text.trim(), certain: true }, ...lines.map((value) => ({ name, value }))];
}
