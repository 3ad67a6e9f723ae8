/** Whether a line is a command of the chat; a path, which has more slashes, is not. */
export const isSlashCommand = (line: string): boolean => /^\/[a-z?]*(?:\s|$)/i.test(line.trim());

/** Whether it only looks, or ends what goes on in the background: that need not wait for the end of a turn. */
export const runsInTurn = (line: string): boolean =>
  /^\/(?:help|\?|tools|todos|changes|commands|terminals)(?:\s|$)/i.test(line);
