/**
 * The syntax tree of a bash script. Every node knows the text it was read from by its place, so that what cannot be
 * understood can still be shown and searched.
 */
export type Node =
  | ListNode
  | PipelineNode
  | CommandNode
  | GroupNode
  | CompoundNode
  | FunctionNode
  | TestNode
  | ArithmeticNode
  | CoprocNode;

interface Placed {
  /** Offsets in the text that was parsed. */
  readonly start: number;
  readonly end: number;
}

/** Statements one after the other. `operator` stands behind the statement; empty at the end. */
export interface ListNode extends Placed {
  readonly type: 'list';
  readonly items: readonly { readonly node: Node; readonly operator: ';' | '&' | '&&' | '||' | '' }[];
}

/** Two commands or more joined by | or |&, or one with `!` or `time` before it. */
export interface PipelineNode extends Placed {
  readonly type: 'pipeline';
  readonly negated: boolean;
  readonly timed: boolean;
  readonly commands: readonly Node[];
}

/** A simple command: `A=1 name word … >file`. */
export interface CommandNode extends Placed {
  readonly type: 'command';
  readonly assignments: readonly AssignmentNode[];
  readonly words: readonly WordNode[];
  readonly redirects: readonly RedirectNode[];
}

export interface AssignmentNode extends Placed {
  readonly name: string;
  /** The words inside `a[…]=`, when there is a subscript. */
  readonly subscript?: WordNode;
  readonly append: boolean;
  /** One word, or those of an array `( … )`. */
  readonly values: readonly WordNode[];
}

/** `( … )` and `{ …; }`. */
export interface GroupNode extends Placed {
  readonly type: 'subshell' | 'group';
  readonly body: ListNode;
  readonly redirects: readonly RedirectNode[];
}

/** Anything with keywords. What is tested and what is done are all among the bodies, in their order. */
export interface CompoundNode extends Placed {
  readonly type: 'compound';
  readonly keyword: 'if' | 'while' | 'until' | 'for' | 'select' | 'case';
  /** The variable that `for` and `select` set. */
  readonly name?: string;
  /** What `for` and `select` go through, what `case` looks at, and its patterns. */
  readonly words: readonly WordNode[];
  readonly bodies: readonly ListNode[];
  readonly redirects: readonly RedirectNode[];
}

export interface FunctionNode extends Placed {
  readonly type: 'function';
  readonly name: string;
  readonly body: Node;
  readonly redirects: readonly RedirectNode[];
}

/** `[[ … ]]`: its words, operators too. */
export interface TestNode extends Placed {
  readonly type: 'test';
  readonly words: readonly WordNode[];
  readonly redirects: readonly RedirectNode[];
}

/** `(( … ))`, also that of `for ((…;…;…))`. */
export interface ArithmeticNode extends Placed {
  readonly type: 'arithmetic';
  readonly word: WordNode;
  readonly redirects: readonly RedirectNode[];
}

export interface CoprocNode extends Placed {
  readonly type: 'coproc';
  readonly body: Node;
}

export interface RedirectNode extends Placed {
  /** The descriptor or `{name}` before the operator, empty when there is none. */
  readonly descriptor: string;
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '&>' | '&>>' | '<&' | '>&' | '<<' | '<<-' | '<<<';
  /** The file, the descriptor, the here-string, or the body of a here-document. */
  readonly target: WordNode;
}

export interface WordNode extends Placed {
  readonly parts: readonly WordPart[];
  /** What the places within its parts refer to, when that is not the text that was parsed: a here-document that bash
   * changes before it reads it (`<<-`, lines joined by a backslash). */
  readonly text?: string;
}

export type WordPart =
  /** Text as it is once quotes and escapes are undone. `quoted` text is never split, matched or expanded further. */
  | { readonly type: 'text'; readonly text: string; readonly quoted: boolean }
  /** An unquoted leading `~`, `~+`, `~-` or `~user`, without the slash. */
  | { readonly type: 'tilde'; readonly user: string }
  /** Unquoted `*`, `?`, `[…]` and extglob `@(…)`: what is matched against file names. */
  | { readonly type: 'glob'; readonly text: string }
  /**
   * `{a,b}` and `{1..3}`: the alternatives, each with its parts. The parser makes one such part of the whole word, with a
   * whole word as each alternative: bash looks for tildes and patterns only once braces are gone.
   */
  | { readonly type: 'brace'; readonly alternatives: readonly (readonly WordPart[])[] }
  /**
   * `$name` and `${…}`. `operator` is all that follows the name (`:-x`, `@P`, `[1]`, `//a/b`), empty for a plain one;
   * `inner` are the words within that are expanded in their turn: the subscript when it is more than text, then what
   * follows the operator when there is something. Indirect: `${!name}`; length: `${#name}`.
   */
  | {
      readonly type: 'parameter';
      readonly name: string;
      readonly operator: string;
      readonly inner: readonly WordNode[];
      readonly quoted: boolean;
      readonly prefix: '' | '!' | '#';
    }
  /** `$( … )` and backticks. `text` is there for backticks: the script once its escapes are undone, which the places
   * within refer to. */
  | { readonly type: 'command'; readonly body: ListNode; readonly quoted: boolean; readonly text?: string }
  /** `<( … )` and `>( … )`. */
  | { readonly type: 'process'; readonly direction: '<' | '>'; readonly body: ListNode }
  /** `$(( … ))` and `$[ … ]`; `inner` as of a parameter. */
  | { readonly type: 'arithmetic'; readonly source: string; readonly inner: readonly WordNode[] };

export type ParseResult =
  | { readonly ok: true; readonly script: ListNode }
  /** What was read before the place that could not be is there too, for those who search. */
  | { readonly ok: false; readonly message: string; readonly at: number; readonly script: ListNode };
