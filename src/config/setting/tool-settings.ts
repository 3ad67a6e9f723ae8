import { engineNames } from '../../builtin/web/search/search-settings.js';
import { exposureSetting } from './exposure-setting.js';
import { apiKeyVariable, choice, entry, flag, form, list, object, text, webAddress } from './schema-parts.js';
import type { Settings } from './setting.js';

const engine = {
  engine: choice(
    'Engine',
    'What is asked. brave and tavily need a key, searxng an address; duckduckgo needs neither.',
    engineNames,
    'duckduckgo',
  ),
  url: text(
    'Address',
    'Where the engine answers, such as http://127.0.0.1:8888 for an instance of SearXNG.',
    webAddress('a URL that begins with http:// or https://, without a user name and a query in it'),
  ),
  apiKeyEnv: apiKeyVariable,
} as const;

const searchSetting = object('Search of the web', 'What web_search asks.', {
  ...engine,
  fallback: list(
    'Fallback',
    'Engines that are asked, in order, when those before them gave no answer. None when absent.',
    3,
    { ...entry('Engine', engine), required: ['engine'] },
  ),
});

const skillSetting = object('Skills', 'Which skills are used, and whose are trusted.', {
  allow: list(
    'Allowed skills',
    'The names of the skills that are used. All when absent or with "*" in it, none when it is empty.',
    200,
    {
      type: 'string',
      title: 'Name',
      ...form('^(\\*|[A-Za-z0-9][A-Za-z0-9._-]*)$', 'the name of a skill, or *', 64),
    },
  ),
  trusted: list(
    'Trusted folders',
    'Workspaces, or folders of skills in them, whose skills you vouch for: their text does not taint the session.',
    200,
    text(
      'Folder',
      'An absolute path, or one from your home with ~/.',
      form('^[/~][^\\p{Cc}\\p{Zl}\\p{Zp}]*$', 'a folder, as in ~/project or /srv/project/.agents/skills', 1000),
    ),
  ),
});

/** Which tools there are, and how some of them work. */
export const toolSettings = {
  curator: {
    schema: choice(
      'What is read of large files',
      'relevance: of a file of 100 lines and more read_file gives the lines that matter to the conversation, chosen by a request to the model. structure: an outline of it too. off: every file is read line by line.',
      ['off', 'relevance', 'structure'],
      'off',
    ),
    reader: 'face',
    links: { 'lines that matter': 'tools/curator.md' },
    workspace: 'any',
  },
  stagedChanges: {
    schema: flag(
      'Staged changes',
      'Offer preview_write_file, preview_edit_file and apply_file_change, which stage a change under a token and apply it with another call.',
      false,
    ),
    reader: 'face',
    workspace: 'any',
  },
  exposure: {
    schema: exposureSetting,
    reader: 'session',
    links: { 'Which tools': 'tools/catalog.md#exposure' },
    workspace: { members: ['kind', 'groups', 'declared', 'pinned'] },
  },
  dynamicTools: {
    schema: flag(
      'Dynamic tools',
      'Let the model make tools while a session runs: scripts, calls of web APIs, steps over other tools.',
      false,
    ),
    reader: 'session',
    links: { 'make tools': 'custom-tools.md#dynamic-tools' },
  },
  webSearch: { schema: searchSetting, reader: 'face', links: { web_search: 'tools/web.md#engines' } },
} as const satisfies Settings;

export const skillSettings = {
  skills: { schema: skillSetting, reader: 'face', links: { 'Which skills': 'skills.md' } },
} as const satisfies Settings;
