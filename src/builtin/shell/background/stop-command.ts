import { objectOf } from '../../../schema/object-of.js';
import { defineTool } from '../../../tool/define-tool.js';
import { isFailure } from '../../../tool/outcome.js';
import { commandTeller, describeCommand, noBackground } from './describe-command.js';

export const stopCommand = defineTool({
  ...commandTeller,
  name: 'stop_command',
  title: 'Stop command',
  description:
    'Ends a background command with all it started: it is asked to end, and killed when it does not. Gives the rest of its output.',
  // It reaches nothing but what the session itself started and was allowed to.
  parameters: objectOf({ id: { type: 'string', description: 'As start_command gave it.' } }),

  async run({ id }, { background, signal }) {
    if (background === undefined) return noBackground();
    const command = background.find(id);
    if (isFailure(command)) return command;
    await background.stop(id);
    const news = await background.read(id, { waitMs: 0, signal });
    return isFailure(news) ? news : describeCommand(command, news);
  },
});
