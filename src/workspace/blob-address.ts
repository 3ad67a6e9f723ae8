const form = /^blob:([0-9a-f]{64})$/;

/** The hash in a `blob:<sha256>` address; undefined for anything else: only such a hash ever becomes part of a path. */
export function parseBlobAddress(text: string): string | undefined {
  return form.exec(text)?.[1];
}

export function renderBlobAddress(hash: string): string {
  return `blob:${hash}`;
}

/** True for what is meant as a blob address, also when it is a wrong one: it never names a file. */
export const isBlobAddress = (text: string): boolean => text.startsWith('blob:');

/** Every blob address that stands in these texts. */
export function namedBlobs(texts: Iterable<string>): Set<string> {
  const named = new Set<string>();
  for (const text of texts) for (const [address] of text.matchAll(/blob:[0-9a-f]{64}/g)) named.add(address);
  return named;
}
