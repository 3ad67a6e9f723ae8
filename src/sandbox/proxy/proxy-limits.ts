/** What the clients of one proxy may take. */
export interface ProxyLimits {
  /** Open at the same time; more are closed at once. */
  readonly connections: number;
  readonly headerBytes: number;
  /** From the first look at a client to the end of its header, and for the beginning of what it encrypts. */
  readonly headerMs: number;
  /** For a name to be looked up, and for a server to take a connection. */
  readonly connectMs: number;
}

export const defaultProxyLimits: ProxyLimits = {
  connections: 256,
  headerBytes: 32_768,
  headerMs: 10_000,
  connectMs: 10_000,
};
