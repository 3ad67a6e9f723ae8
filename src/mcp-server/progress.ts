import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells a client how its call goes on, where it wants to know: not more often than it could be read. */
export function createProgress({ mcpReq }: ServerContext): ((message: string) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (message) => {
    const now = performance.now();
    if (now - toldAt < leastMs) return;
    toldAt = now;
    progress += 1;
    // A client that went away is found out elsewhere.
    void mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => {});
  };
}

const leastMs = 250;
