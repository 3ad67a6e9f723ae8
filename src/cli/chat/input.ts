/** What came of reading. `withdrawn`: the question is no longer open. */
export type Entered =
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'interrupt' }
  | { readonly type: 'end' }
  | { readonly type: 'withdrawn' };

export interface ReadOptions {
  readonly prompt: string;
  /**
   * An answer takes only what is typed after its prompt was drawn, and stays out of the history. Steering is a message in
   * a running turn: Ctrl+C counts at once there, and what was typed when it is withdrawn waits for the next message.
   */
  readonly kind: 'message' | 'answer' | 'steering';
  readonly signal?: AbortSignal;
}

/** Where the lines of a chat come from. */
export interface ChatInput {
  /** Whether a person sits at a terminal, so that prompts are drawn. */
  readonly interactive: boolean;
  /** One line; one at a time. */
  read(options: ReadOptions): Promise<Entered>;
  /** Told when a person types while nothing is read, or has already; what they typed waits to be read. */
  onTyped(listener: () => void): void;
  /** What Ctrl+C does while nothing is read. */
  onInterrupt(listener: () => void): void;
  /** As if Ctrl+C was pressed. */
  interrupt(): void;
  close(): void;
}
