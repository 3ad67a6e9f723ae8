import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';

/** What the compiler says of one file under the project's own options. */
function diagnose(path: string): string[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([path], { ...options, incremental: false, tsBuildInfoFile: undefined as never });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('infers arguments and results from the schemas, and refuses what does not fit them', () => {
  verifies(
    'core.contract.argument-types',
    'core.contract.result-type',
    'design.tool.types-follow',
    'core.ground.type-tests',
  );
  expect(diagnose(fileURLToPath(new URL('./define-tool.test-d.ts', import.meta.url)))).toEqual([]);
});
