import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a program that makes this one request and reads its answer, and nothing else. Answers its path. */
export function writeBareRequest(folder: string, options: BareRequestOptions): string {
  const { modules, url, body } = options;
  const path = join(folder, modules === 'esm' ? 'bare-request.mjs' : 'bare-request.cjs');
  const load = modules === 'esm' ? "import { request } from 'node:http';" : "const { request } = require('node:http');";
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  writeFileSync(
    path,
    `${load}
const options = { method: 'POST', headers: ${JSON.stringify(headers)} };
request(${JSON.stringify(url)}, options, (response) => response.resume()).end(${JSON.stringify(body)});
`,
  );
  return path;
}

export interface BareRequestOptions {
  /** CommonJS starts sooner; most programs are ES modules. */
  readonly modules: 'esm' | 'commonjs';
  readonly url: string;
  readonly body: string;
}
