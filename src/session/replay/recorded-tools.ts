import { createRegistry, type Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionRecord } from '../event.js';
import { previewTools } from '../preview-tools.js';
import type { Conductor } from './conductor.js';
import { recordedTool } from './recorded-tool.js';
import { callIdOf, type RecordedTurn } from './recorded-turn.js';

interface ToolsOptions {
  readonly turn: RecordedTurn;
  /** What was recorded before the turn. */
  readonly past: readonly SessionRecord[];
  /** Texts were replaced: no schema of ours fits them. */
  readonly redacted: boolean;
  readonly conductor: Conductor;
  keep(value: object, content: string): void;
}

/** Each call has a tool of its own, found by name when its turn comes. */
export function createTools({ turn, past, conductor, redacted, keep }: ToolsOptions): {
  readonly registry: Registry;
  callOf(tool: Tool): string | undefined;
} {
  const names = new Map<string, string>();
  for (const event of [...past, ...turn.events])
    if (event.type === 'call-admitted') names.set(event.body.callId, event.body.name);
  const ofTurn = [...new Set(turn.events.map(callIdOf))].filter((id) => id !== undefined && names.has(id));
  const tools = new Map(
    ofTurn.map((callId = '') => {
      const name = names.get(callId) ?? '';
      const known = redacted ? undefined : previewTools.find((tool) => tool.name === name);
      return [callId, recordedTool({ callId, name, turn, conductor, known, keep })] as const;
    }),
  );
  const calls = new Map([...tools].map(([callId, tool]) => [tool, callId]));
  const refusals = new Map(
    turn.events.flatMap((event) =>
      event.type === 'call-refused' && event.body.stage === 'resolve'
        ? [[event.body.callId, event.body.errorType]]
        : [],
    ),
  );
  /** The first call of this name that nothing has happened to yet. */
  const find = (name: string): string | undefined => {
    const ofName = [...tools.keys()].filter((id) => names.get(id) === name);
    return ofName.find((id) => conductor.isFresh(id)) ?? ofName.at(-1);
  };
  const offered = new Map<string, Tool>();
  offered.get = (name) => {
    const id = find(name);
    return id === undefined || refusals.get(id) === 'not_found' ? undefined : tools.get(id);
  };
  const registry: Registry = {
    ...createRegistry(),
    offer: () => ({ tools: offered, definitions: [] }),
    get(name) {
      const id = find(name);
      return id === undefined || refusals.has(id) ? undefined : tools.get(id);
    },
  };
  return { registry, callOf: (tool) => calls.get(tool) };
}
