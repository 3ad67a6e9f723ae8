import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConfigPaths } from '../../../src/config/config-paths.js';

export interface ProfileScene {
  readonly paths: ConfigPaths;
  /** Where the user's own profiles lie. */
  readonly folder: string;
  write(name: string, settings: object | string): string;
}

/** A config folder with files of profiles, gone when the test ends. */
export function profileScene(files: Readonly<Record<string, object | string>> = {}): ProfileScene {
  const root = mkdtempSync(join(tmpdir(), 'toolwright-profiles-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'user', 'profiles');
  mkdirSync(folder, { recursive: true });
  const write = (name: string, settings: object | string): string => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2));
    return file;
  };
  for (const [name, settings] of Object.entries(files)) write(name, settings);
  const paths = { managed: join(root, 'managed', 'config.json'), user: join(root, 'user', 'config.json') };
  return { paths, folder, write };
}
