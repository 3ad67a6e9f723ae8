/** JSON with the keys of all objects in one order, so that equal values have one text. `undefined` members are left out. */
export function canonicalJson(value: unknown, indent?: number): string {
  return JSON.stringify(sorted(value), undefined, indent) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]),
  );
}
