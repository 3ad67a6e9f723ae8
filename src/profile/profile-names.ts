/** The profiles that are built in: the default, and one for each of the five systems. */
export const profileNames = ['toolwright', 'yips', 'seed', 'astra', 'y-agent', 'local-harness'] as const;
export type ProfileName = (typeof profileNames)[number];

export const isProfileName = (name: string): name is ProfileName => (profileNames as readonly string[]).includes(name);
