import { sha256 } from '../base/digest.js';
import { renderBlobAddress } from '../workspace/blob-address.js';
import type { BlobStore } from './store.js';

/** Blobs of a store that ends with the process. */
export function createMemoryBlobs(): BlobStore & { remove(address: string): void } {
  const contents = new Map<string, Uint8Array>();

  function keep(content: Uint8Array): string {
    const address = renderBlobAddress(sha256(content));
    if (!contents.has(address)) contents.set(address, content);
    return address;
  }

  return {
    write: async (content) => keep(Buffer.from(content)),
    writer() {
      let chunks: Uint8Array[] = [];
      return {
        write: (chunk) => void chunks.push(Buffer.from(chunk)),
        async end() {
          const content = Buffer.concat(chunks);
          return { address: keep(content), bytes: content.length };
        },
        discard() {
          chunks = [];
        },
      };
    },
    size: async (address) => contents.get(address)?.length,
    async read(address) {
      const content = contents.get(address);
      return content === undefined ? undefined : Buffer.from(content);
    },
    remove: (address) => void contents.delete(address),
  };
}
