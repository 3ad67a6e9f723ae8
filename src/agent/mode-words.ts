/** What a mode means for the model. */
export const modeWords: Readonly<Record<string, string>> = {
  ask: ': changes and commands are put to the person first',
  edit: ': file changes in the workspace run, commands are put to the person first',
  plan: ': only reading is allowed; find out what is needed, then propose it with plan',
  auto: ': calls run unasked where policy allows',
};
