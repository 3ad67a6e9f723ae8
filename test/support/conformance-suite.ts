import { fileURLToPath } from 'node:url';

/** The words of a command that starts the official conformance suite; what it is to do goes behind them. */
export function suiteCommand(): readonly string[] {
  const preload = new URL('conformance-preload.mjs', import.meta.url).href;
  const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
  return [process.execPath, '--import', preload, suite];
}
