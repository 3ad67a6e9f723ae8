import { defined } from '../../base/defined.js';
import type { NetRequest } from '../../tool/net.js';
import type { Refusal } from '../file/stale-file.js';
import type { PageFormat } from './page/page-text.js';
import type { SavePlan } from './save-plan.js';
import type { WebRequest } from './web-fetch-plan.js';

export interface WebFetchArguments extends WebRequest {
  readonly format?: PageFormat;
  readonly max_chars?: number;
  readonly offset?: number;
  readonly save_to?: string;
}

/** What a plan hands on: where to save the answer, or why that cannot be. */
export type WebFetchCarry = SavePlan | Refusal | undefined;

/** The request of a call, as it is sent: plan and run must mean the same one. */
export function requestOf({ url, method = 'GET', headers = {}, body, save_to }: WebFetchArguments): NetRequest {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const usual = {
    ...(!names.has('accept') && { accept: 'text/markdown, text/html;q=0.9, */*;q=0.5' }),
    ...(body !== undefined && !names.has('content-type') && { 'content-type': 'text/plain; charset=utf-8' }),
  };
  return {
    url,
    method,
    headers: { ...usual, ...headers },
    ...defined({ body }),
    ...(save_to === undefined ? { maxBytes: 5_000_000 } : { maxBytes: 50_000_000, timeoutMs: 50_000 }),
  };
}
