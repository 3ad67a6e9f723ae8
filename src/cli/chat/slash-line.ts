/** Whether a line is a command of the chat; a path, which has more slashes, is not. */
export const isSlashCommand = (line: string): boolean => /^\/[a-z?]*(?:\s|$)/i.test(line.trim());
