import type { Json } from '../../base/json.js';
import { isObject } from '../json-path.js';
import type { ConfigIssue } from '../problem.js';

/** Checks that entries of a workspace write nothing outside of it. `what` is one of them, in words. */
export const writesInside =
  (what: string) =>
  (value: Json, path: readonly string[]): readonly ConfigIssue[] =>
    Object.entries(value ?? {}).flatMap(([name, one]: [string, Json]) => {
      const writes = isObject(one) ? one['writes'] : undefined;
      const places = Array.isArray(writes) ? (writes as readonly Json[]) : [];
      return places.flatMap((place, index) => {
        if (typeof place !== 'string' || !leadsOut(place)) return [];
        const at = [...path, name, 'writes', String(index)];
        const message = `${at.join('.')} leads out of the workspace, where ${what} of a workspace may not write; put it into your own config.json`;
        return [{ path: at, message }];
      });
    });

const leadsOut = (place: string): boolean => /^[/~]/.test(place) || place.split('/').includes('..');
