/** Members of events whose texts are words of ours, of a fixed set: they are not redacted, and always compared as they are. */
export const keptMembers: ReadonlySet<string> = new Set([
  ...['stage', 'errorType', 'limit', 'verdict', 'level', 'mode', 'kind', 'where', 'choice', 'by', 'outcome', 'stop'],
  ...['repair', 'code', 'operation', 'model', 'profile', 'version', 'mediaType', 'scope'],
]);
