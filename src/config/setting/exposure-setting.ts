import { exposureKinds } from '../../tool/catalog/exposure.js';
import { choice, form, list, object, text } from './schema-parts.js';

const names = (title: string, description: string, item: string) => {
  const what = `the name of a ${item.toLowerCase()}`;
  return list(title, description, 200, text(item, `T${what.slice(1)}.`, form('^[A-Za-z0-9_-]+$', what, 200)));
};

/** Which definitions requests carry. */
export const exposureSetting = object(
  'Which tools are sent',
  'Which definitions of tools a request to the model carries; each costs tokens.',
  {
    kind: choice(
      'Kind',
      'lazy: the pinned ones, and those that were found or called; all others are in an index that tool_search looks in. groups: those of some groups, and there are no others then. all: every one.',
      exposureKinds,
      'lazy',
    ),
    groups: names('Groups', 'With groups: the groups of tools there are, such as search, edit and exec.', 'Group'),
    pinned: names('Pinned tools', 'With lazy: tools that are always sent, beside those that are anyway.', 'Tool'),
  },
);
