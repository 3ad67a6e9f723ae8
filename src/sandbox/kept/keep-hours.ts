/** How many hours a command may go on after its session: no wait is without an end. */
export const keepHours = { usual: 24, most: 168 } as const;
