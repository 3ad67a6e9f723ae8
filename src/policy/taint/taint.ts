/** Text from outside that has come into a session: whoever wrote it may want to steer what is done next. */
export interface TaintSource {
  readonly kind: 'network' | 'mcp' | 'file';
  /** Where it came from: a host, or the command that reached hosts nobody knew before; a server; a path. */
  readonly source: string;
  readonly callId: string;
  /** The beginning of what came in, for the person; empty when nothing of it was read. */
  readonly excerpt: string;
}

/** What has come in. Nothing, when there are no sources. */
export interface Taint {
  readonly sources: readonly TaintSource[];
  /** How many others there are beside those listed. */
  readonly more: number;
}

export type TaintEvent =
  | { readonly type: 'taint-raised'; readonly body: TaintSource }
  | {
      readonly type: 'taint-cleared';
      readonly body: { readonly origin: { readonly who: string; readonly from: string } };
    };
