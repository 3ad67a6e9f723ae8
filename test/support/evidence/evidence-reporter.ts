import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { addRun, readEvidence, type Shown, type TestRun, writeEvidence } from './evidence.js';
import { treeDigest } from './tree-digest.js';

/** Writes what the tests that ran and passed have shown. */
export class EvidenceReporter implements Reporter {
  private tree = '';

  onTestRunStart(): void {
    this.tree = treeDigest();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // What was edited meanwhile: nobody knows which of the two a test saw.
    if (treeDigest() !== this.tree) {
      console.log('The tree has changed while the tests ran: nothing is noted of what they have shown.');
      return;
    }
    const tests: Record<string, TestRun['tests'][string]> = {};
    for (const module of modules) {
      const entries = entriesOf(module);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        const { ids = [], doors = [] } = test.meta();
        if (state === 'failed') tests[name] = 'failed';
        else if (state === 'passed' && ids.length > 0)
          tests[name] = joined(tests[name], { ids, doors: [...doors, ...entries] });
      }
    }
    writeEvidence(addRun(readEvidence(), { tree: this.tree, tests }));
  }
}

/** Tests of one name: what all of them showed, unless one failed. */
function joined(before: Shown | 'failed' | undefined, now: Shown): Shown | 'failed' {
  if (before === undefined || before === 'failed') return before ?? now;
  return { ids: unique([...before.ids, ...now.ids]), doors: unique([...before.doors, ...now.doors]) };
}

const unique = <Item>(list: readonly Item[]): readonly Item[] => [...new Set(list)];

/** The entry points of the package that a test file imports, itself or by its helpers. */
function entriesOf({ moduleId, project }: TestModule): readonly string[] {
  const graph = project.vite.environments['ssr']?.moduleGraph;
  const { root } = project.config;
  const known = entryPoints(root);
  const entries = new Set<string>();
  const seen = new Set<string>();
  const look = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    if (id.startsWith(`${root}/src/`)) {
      // What the sources import is their own business.
      const entry = known.get(id.slice(root.length + 1));
      if (entry !== undefined) entries.add(`entry:${entry}`);
      return;
    }
    for (const { id: imported } of graph?.getModuleById(id)?.importedModules ?? [])
      if (imported !== null) look(imported);
  };
  look(moduleId);
  return [...entries];
}

/** The names of the entry points, by the sources of their types. */
function entryPoints(root: string): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types: string } | string>>;
  };
  return new Map(
    Object.entries(exports).flatMap(([name, file]) =>
      typeof file === 'string'
        ? []
        : [[file.types.replace('./dist/types/', 'src/').replace(/\.d\.ts$/, '.ts'), `toolwright${name.slice(1)}`]],
    ),
  );
}
