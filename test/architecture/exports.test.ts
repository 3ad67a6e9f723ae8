import { writeFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { readSource, readText, root } from './source.js';

const list = 'test/architecture/exported-names.json';
const manifest = JSON.parse(readText('package.json')) as Record<string, unknown>;

it('is one ESM package with a few subpaths', () => {
  verifies('core.ground.export-map', 'design.rooms.one-package');
  expect(manifest).toMatchObject({
    type: 'module',
    bin: { toolwright: 'dist/cli.cjs' },
    exports: {
      '.': { types: './dist/types/index.d.ts', default: './dist/index.js' },
      './dialect': { types: './dist/types/dialect/index.d.ts', default: './dist/dialect.js' },
      './policy': { types: './dist/types/policy.d.ts', default: './dist/policy.js' },
      './ai-sdk': { types: './dist/types/model/provider/ai-sdk/index.d.ts', default: './dist/ai-sdk.js' },
      './mcp-server': { types: './dist/types/mcp-server/index.d.ts', default: './dist/mcp-server.js' },
      './profile/yips': {
        types: './dist/types/systems/yips/index.d.ts',
        default: './dist/profile/yips.js',
      },
      './profile/seed': {
        types: './dist/types/systems/seed/index.d.ts',
        default: './dist/profile/seed.js',
      },
      './profile/y-agent': {
        types: './dist/types/systems/y-agent/index.d.ts',
        default: './dist/profile/y-agent.js',
      },
      './profile/local-harness': {
        types: './dist/types/systems/local-harness/index.d.ts',
        default: './dist/profile/local-harness.js',
      },
      './testing': { types: './dist/types/testing/index.d.ts', default: './dist/testing.js' },
      './package.json': './package.json',
    },
  });
  expect(Object.keys(manifest['exports'] as object)).toHaveLength(11);
});

it('exports the pinned names: UPDATE_EXPORTS=1 writes the list anew', () => {
  verifies('core.ground.export-map');
  const names = {
    toolwright: exportedNames('src/index.ts'),
    'toolwright/dialect': exportedNames('src/dialect/index.ts'),
    'toolwright/policy': exportedNames('src/policy.ts'),
    'toolwright/ai-sdk': exportedNames('src/model/provider/ai-sdk/index.ts'),
    'toolwright/mcp-server': exportedNames('src/mcp-server/index.ts'),
    'toolwright/profile/yips': exportedNames('src/systems/yips/index.ts'),
    'toolwright/profile/seed': exportedNames('src/systems/seed/index.ts'),
    'toolwright/profile/y-agent': exportedNames('src/systems/y-agent/index.ts'),
    'toolwright/profile/local-harness': exportedNames('src/systems/local-harness/index.ts'),
    'toolwright/testing': exportedNames('src/testing/index.ts'),
  };
  if (process.env['UPDATE_EXPORTS'] === '1') writeFileSync(`${root}${list}`, `${JSON.stringify(names, null, 2)}\n`);
  expect(names).toEqual(JSON.parse(readText(list)));
});

/** The names a file exports, sorted; types are marked. */
function exportedNames(path: string): string[] {
  return readSource(path)
    .tree.statements.filter(ts.isExportDeclaration)
    .flatMap(({ isTypeOnly, exportClause }) => {
      if (exportClause === undefined || !ts.isNamedExports(exportClause))
        throw new Error(`${path}: export names one by one`);
      return exportClause.elements.map((element) =>
        isTypeOnly || element.isTypeOnly ? `type ${element.name.text}` : element.name.text,
      );
    })
    .sort();
}
