import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../../src/index.js';
import type * as Testing from '../../../src/testing/index.js';

/** The package as it is installed: only there a keeper lies beside what starts it. */
export async function builtLibrary(folder: string): Promise<typeof Library & Pick<typeof Testing, 'scriptedModel'>> {
  const [library, testing] = await Promise.all(
    ['index.js', 'testing.js'].map((name) => import(pathToFileURL(join(folder, name)).href)),
  );
  return { ...library, scriptedModel: testing.scriptedModel };
}

/** Where it lies. */
export async function builtFolder(): Promise<string> {
  const { builtCli } = await import('../../support/built-cli.js');
  return dirname(await builtCli());
}
