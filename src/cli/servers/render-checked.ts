import { firstLine, plural } from '../../base/text.js';
import type { CheckedServer } from '../../session/servers/check-server.js';
import { safeLine } from '../safe-text.js';

/** For a person: every tool with how it stands, and what differs in a few words. */
export function renderChecked({ tools, gone, leftOut, server }: CheckedServer): string {
  const width = Math.max(0, ...tools.map(({ tool }) => safeLine(tool).length));
  const count = (state: string): number => tools.filter((tool) => tool.state === state).length;
  const differing = [
    ...(count('new') > 0 ? [`${count('new')} new`] : []),
    ...(count('changed') > 0 ? [`${count('changed')} changed`] : []),
    ...(gone.length > 0 ? [`${gone.length} gone`] : []),
  ];
  return [
    ...tools.map(({ tool, state, description }) =>
      `${state.padEnd(7)}  ${safeLine(tool).padEnd(width)}  ${safeLine(firstLine(description, 80))}`.trimEnd(),
    ),
    ...gone.map((name) => `gone     ${safeLine(name)}`),
    ...leftOut.map((one) => `left out ${safeLine(one)}`),
    `${safeLine(server)}: ${plural(tools.length, 'tool')}, ${differing.length === 0 ? 'all as they were seen' : differing.join(', ')}.`,
  ].join('\n');
}
