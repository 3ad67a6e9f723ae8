import type { Group } from '../requirements.js';

/** What is promised of tools that lie in files. */
// biome-ignore format: one line a requirement
export const custom = {
  'custom.module.pinned': { says: 'a module is run from exactly the bytes that were trusted, in this process, and the question says so' },
  'custom.module.types': { says: 'types of a module are blanked out; what is more than a type is refused with its line' },
  'custom.module.alone': { says: 'a module imports from toolwright and node: only; one that throws or hangs is named and harms no other' },
  'custom.module.tried': { says: 'a module that hangs, ends the process or prints without end while it is loaded does so beside the session' },
  'custom.command.words': { says: 'arguments fill words of a command, never through a shell, and cannot become options' },
  'custom.command.facts': { says: 'a declared command has the facts of the same words typed as a command' },
  'custom.command.stdin': { says: 'a declared command reads its arguments as JSON on its input' },
  'custom.http.fixed': { says: 'no argument leads a declared request to another host or out of its path, or adds a header or a field' },
  'custom.http.guarded': { says: 'a declared request goes through the guard of the network, with its host as a fact' },
  'custom.http.secrets': { says: 'what is or looks like a secret cannot be part of a definition' },
  'custom.http.variables': { says: 'a tool beside the own config names variables in headers; no other does, and their values are shown to nobody' },
  'custom.files.many': { says: 'a thousand files are read, the change of any is seen, and what is deleted is unregistered' },
  'custom.files.listed': { says: 'toolwright tools lists tools of files, and names those files that are wrong or not trusted' },
  'custom.files.formats': { says: 'JSON and YAML declare the same tools, and the same is refused in both' },
  'custom.files.errors': { says: 'a file that is wrong is named with what is wrong, and the others are there' },
  'custom.files.names': { says: 'a name that is taken, reserved or like another is refused' },
  'custom.trust.needed': { says: 'the tools of a workspace are there only while exactly its content is trusted' },
  'custom.trust.reload': { says: 'a file that changed is taken away before the next request, asked about, and loaded anew after a yes' },
  'custom.trust.user': { says: 'tools beside the own config need no question; what changes in a session does' },
} as const satisfies Group;
