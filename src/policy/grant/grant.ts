/** How far a grant reaches: until the program ends, in this workspace, or everywhere. */
export const grantScopes = ['session', 'project', 'always'] as const;
export type GrantScope = (typeof grantScopes)[number];

/** How many days one holds, unless the settings say otherwise. */
export const defaultGrantDays = 30;

/** An approval that lasts: rules that allow, given by a person in answer to a question. */
export interface Grant {
  readonly id: string;
  readonly scope: GrantScope;
  /** As they would be written in a config file: `exec(npm test)`. */
  readonly rules: readonly string[];
  /** The real path of the workspace it was given in; a `project` grant holds only there. */
  readonly workspace: string;
  readonly sessionId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The question said that commands run unconfined: it holds for those too. */
  readonly unconfined: boolean;
  /** The question named text from outside that could steer the call: it holds while the session is tainted too. */
  readonly tainted?: boolean;
  /** Of a whole tool: what the person had seen of it. It holds for no other of that name. */
  readonly pinned?: string;
  readonly origin: GrantOrigin;
}

/** Where a grant comes from. */
export interface GrantOrigin {
  readonly questionId: string;
  readonly tool: string;
  /** Of the call it was asked for. */
  readonly digest: string;
  readonly who: string;
  /** The channel the answer came by: `terminal`, `program`, … */
  readonly from: string;
}

/** Rules a person may make lasting, and what that would mean. */
export interface GrantOffer {
  readonly rules: readonly string[];
  /** `exact`: nothing but this very call. `wider`: more like it. */
  readonly breadth: 'exact' | 'wider';
  /** What else it would allow, in words; empty when nothing. */
  readonly also: readonly string[];
  /** Earlier calls in this project that it would have covered. */
  readonly examples: readonly string[];
  /** What `always` puts into a file of the person, in the place of a grant: it holds until it is taken out there. */
  readonly remembered?: { readonly file: string; readonly adds: readonly string[] };
}

/** What may be made lasting; with a reason where nothing, or not everything, may. */
export interface GrantOffers {
  readonly offers: readonly GrantOffer[];
  readonly withheld?: string;
}

/** What is recorded of grants, in the stream of the user. */
export type GrantEvent =
  | { readonly type: 'grant-created'; readonly body: Grant }
  | {
      readonly type: 'grant-used';
      readonly body: { readonly grantId: string; readonly sessionId: string; readonly callId: string };
    }
  | {
      readonly type: 'grant-revoked';
      readonly body: { readonly grantId: string; readonly who: string; readonly from: string };
    };
