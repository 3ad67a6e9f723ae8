import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './npm.js';

/** A small project with our scripts, for seeing what they do when something is wrong. Files are added to a clean one. */
export function scratchProject(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-scratch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of [
    'scripts/lib',
    'scripts/build.mjs',
    'scripts/start.mjs',
    'scripts/test.mjs',
    '.ci',
    'test/support/counts-reporter.ts',
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'));
  for (const [name, text] of Object.entries({ ...cleanFiles, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const passing = "import { it } from 'vitest';\nit('passes', () => {});\n";

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

const vitestConfig = (include: string): string =>
  `import { CountsReporter } from './test/support/counts-reporter.js';\nexport default { test: { include: ['${include}'], reporters: ['default', new CountsReporter()] } };\n`;

const cleanFiles: Readonly<Record<string, string>> = {
  'package.json': json({
    name: 'scratch',
    version: '1.0.0',
    type: 'module',
    scripts: { start: 'node scripts/start.mjs' },
    dependencies: {},
  }),
  'tsconfig.json': json({
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2023', types: ['node'], noEmit: true },
    include: ['src'],
  }),
  'biome.json': '{ "files": { "includes": ["src/**"] } }\n',
  'knip.json': json({ entry: ['src/**/*.ts'], project: ['src/**'] }),
  'vitest.config.ts': vitestConfig('test/*.test.ts'),
  'vitest.deep.config.ts': vitestConfig('test/*.deep.ts'),
  'scripts/requirements.ts': 'console.log("all shown");\n',
  'src/index.ts': 'export const one = 1;\n',
  'src/mcp-server/index.ts': 'export const two = 2;\n',
  'src/systems/yips/index.ts': 'export const seven = 7;\n',
  'src/systems/seed/index.ts': 'export const seven = 7;\n',
  'src/systems/y-agent/index.ts': 'export const seven = 7;\n',
  'src/systems/local-harness/index.ts': 'export const seven = 7;\n',
  'src/testing/index.ts': 'export const two = 2;\n',
  'src/dialect/index.ts': 'export const three = 3;\n',
  'src/policy.ts': 'export const five = 5;\n',
  'src/model/provider/ai-sdk/index.ts': 'export const four = 4;\n',
  'src/sandbox/kept/keeper-main.ts': 'console.log("six");\n',
  'src/cli/main.ts': 'console.log("scratch", ...process.argv.slice(2));\n',
  'test/support/needs.json': json([]),
  'test/good.test.ts': passing,
  'test/good.deep.ts': passing,
};
