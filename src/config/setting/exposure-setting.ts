import { declaredChoices, exposureKinds } from '../../tool/catalog/exposure.js';
import { choice, form, list, object, text } from './schema-parts.js';

const names = (title: string, description: string, item: string) => {
  const what = `the name of a ${item.toLowerCase()}`;
  return list(title, description, 200, text(item, `T${what.slice(1)}.`, form('^[A-Za-z0-9_-]+$', what, 200)));
};

/** Which definitions requests carry. */
export const exposureSetting = object(
  'Which tools are sent',
  'Which tools a request to the model declares; each costs tokens.',
  {
    kind: choice(
      'Kind',
      'lazy: the pinned ones and maybe all built-in ones; tool_search finds the others. groups: those of some groups, and there are no others then. all: every one.',
      exposureKinds,
      'lazy',
    ),
    groups: names('Groups', 'With groups: the groups of tools there are, such as search, edit and exec.', 'Group'),
    declared: choice(
      'Declared tools',
      'With lazy: few: only the pinned ones. builtin: all built-in ones. auto: by the context and the cache of the model.',
      declaredChoices,
      'auto',
    ),
    pinned: names('Pinned tools', 'With lazy: tools that are always declared, beside those that are anyway.', 'Tool'),
  },
);
