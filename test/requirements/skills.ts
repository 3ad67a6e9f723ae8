import type { Group } from '../requirements.js';

/** What is promised of skills and of instruction files. */
// biome-ignore format: one line a requirement
export const skills = {
  'skills.found.places': { says: 'skills are found in four folders of the workspace and two of the home; of one name that of the user counts' },
  'skills.found.format': { says: 'a skill says name, description, license, compatibility, metadata and allowed-tools in its frontmatter' },
  'skills.found.tolerant': { says: 'a frontmatter that is no strict YAML is read line by line, with a warning' },
  'skills.found.invalid': { says: 'a skill that cannot be used is left out with a reason, and costs only itself' },
  'skills.found.bounded': { says: 'files, folders, frontmatters and descriptions are bounded; depth, aliases and doubled keys cost nothing' },
  'skills.found.links': { says: 'no link leads out of the folder of a skill, nor a skill out of the workspace; a pipe is not opened' },
  'skills.found.names': { says: 'a name is plain ASCII in lower case: no paths, look-alikes or characters that are not seen' },
  'skills.found.again': { says: 'before each request new, changed and deleted skills are seen; what one session has seen is no other\'s' },
  'skills.prompt.bounded': { says: 'the prompt holds names and one-line descriptions up to 6000 characters, and says how many are left out' },
  'skills.prompt.untrusted': { says: 'the prompt marks a skill nobody vouches for, and holds less of its words' },
  'skills.activate.first': { says: 'the first activation is asked about in ask, edit and plan, with the text shown; a rule for reading it allows it' },
  'skills.activate.again': { says: 'an activated skill is loaded again unasked, also after the session was gone on with, until its text changes' },
  'skills.activate.unknown': { says: 'an unknown name is answered with the nearest one and all there are, and nobody is asked' },
  'skills.activate.large': { says: 'long instructions are cut, and it is said where the rest is' },
  'skills.activate.rights': { says: 'allowed-tools is shown to the person and allows nothing' },
  'skills.mount.copy': { says: 'where the profile says so files are copied read-only to a protected folder of the session' },
  'skills.mount.same': { says: 'a copy follows the files of its skill, deleted ones too, and is asked about again when they changed' },
  'skills.trust.taint': { says: 'the text of a skill taints unless it is the user\'s own, in trusted content, or in a folder the config trusts' },
  'skills.allow.list': { says: 'the allow-list decides which skills there are: all when absent or with *, none when empty' },
  'skills.catalog.entries': { says: 'tool_search finds skills and names the tool that loads them; one nobody vouches for is marked' },
  'skills.command.list': { says: 'toolwright skills lists the skills and what is wrong, as JSON too, and ends with 1 when one cannot be used' },
  'skills.instructions.upward': { says: 'instruction files are found from the workspace up to the repository or home, the nearest last' },
  'skills.instructions.bounded': { says: 'instruction files have 24,000 characters together: the nearest are whole, and it is said what is cut' },
  'skills.instructions.odd': { says: 'links in a circle, pipes, binary and unreadable instruction files are left out, and /verbose says why' },
  'skills.instructions.untrusted': { says: 'an instruction file that the config calls untrusted is marked, and taints the session' },
  'skills.instructions.hostile': { says: 'above the workspace no file or folder counts that others can write, and no link is followed' },
} as const satisfies Group;
