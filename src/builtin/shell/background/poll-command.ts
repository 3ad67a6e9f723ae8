import { objectOf } from '../../../schema/object-of.js';
import { defineTool } from '../../../tool/define-tool.js';
import { isFailure } from '../../../tool/outcome.js';
import { commandTeller, describeCommand, noBackground } from './describe-command.js';

const maxWaitMs = 60_000;

export const pollCommand = defineTool({
  ...commandTeller,
  name: 'poll_command',
  title: 'Poll command',
  description:
    'Gives what a background command printed since it was last read, and whether it still runs. ' +
    'With wait_ms it waits for something new, or for its end.',
  limits: { timeoutMs: maxWaitMs + 10_000 },
  parameters: objectOf({
    id: { type: 'string', description: 'As start_command gave it.' },
    'wait_ms?': {
      type: 'integer',
      minimum: 0,
      maximum: maxWaitMs,
      description: 'How long to wait when there is nothing new. Default 0.',
    },
  }),

  async run({ id, wait_ms }, { background, signal }) {
    if (background === undefined) return noBackground();
    const command = background.find(id);
    if (isFailure(command)) return command;
    const news = await background.read(id, { waitMs: wait_ms ?? 0, signal });
    return isFailure(news) ? news : describeCommand(command, news);
  },
});
