import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';

/**
 * A plugin of esbuild: what is imported dynamically becomes the code that `load` answers for its path within the project,
 * a value or an `export`; undefined leaves it as it is.
 */
export function loadedLater(load) {
  return {
    name: 'loaded-later',
    setup({ onResolve, onLoad, resolve }) {
      onResolve(
        { filter: dynamicSpecifiers(), namespace: 'file' },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          if (kind !== 'dynamic-import' || pluginData === 'asked') return undefined;
          const target = await resolve(path, { kind, importer, resolveDir, pluginData: 'asked' });
          if (target.external || target.errors.length > 0) return undefined;
          const name = relative(root, target.path);
          const code = load(name);
          return code === undefined ? undefined : { path: name, namespace: 'later', pluginData: code };
        },
      );
      onLoad({ filter: /./, namespace: 'later' }, ({ pluginData: code }) => ({
        contents: code.startsWith('export ') ? code : `module.exports = ${code};`,
      }));
      // What the code requires lies outside of the bundle.
      onResolve({ filter: /./, namespace: 'later' }, ({ path }) => ({ path, external: true }));
    },
  };
}

let known;

/** What is imported dynamically anywhere. To be asked about every import would take most of a build. */
function dynamicSpecifiers() {
  if (known !== undefined) return known;
  const files = readdirSync(`${root}src`, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const found = files.flatMap((name) =>
    Array.from(readFileSync(`${root}src/${name}`, 'utf8').matchAll(/\bimport\(\s*'([^'\n]+)'/g), ([, path]) => path),
  );
  const escaped = [...new Set(found)].map((path) => path.replaceAll(/[^\w/-]/g, '\\$&'));
  known = new RegExp(`^(?:${escaped.join('|')})$`);
  return known;
}
