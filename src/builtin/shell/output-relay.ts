import { humanSize } from '../../base/text.js';
import { plainText } from './plain-text.js';

const windowMs = 100;
const maxBytesPerWindow = 32 * 1024;

/** Passes output on as text for whoever watches, at a rate a watcher can follow; what is skipped is told. */
export function createOutputRelay(options: {
  now(): number;
  progress(text: string): void;
}): (chunk: Uint8Array, stream: 'stdout' | 'stderr') => void {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  let windowStart = Number.NEGATIVE_INFINITY;
  let passed = 0;
  let skipped = 0;
  return (chunk, stream) => {
    const now = options.now();
    if (now - windowStart >= windowMs) {
      windowStart = now;
      passed = 0;
    }
    if (passed + chunk.length > maxBytesPerWindow && passed > 0) {
      skipped += chunk.length;
      return;
    }
    passed += chunk.length;
    const text = plainText(decoders[stream].decode(chunk, { stream: true }));
    options.progress(skipped === 0 ? text : `[… ${humanSize(skipped)} not shown …]\n${text}`);
    skipped = 0;
  };
}
