import type { Middleware } from '../../run/middleware.js';
import type { Conductor } from './conductor.js';
import type { RecordedTurn } from './recorded-turn.js';

/** What middleware made of calls, it makes of them again. */
export function recordedMiddleware({ events }: RecordedTurn, conductor: Conductor): readonly Middleware[] | undefined {
  const names = new Set(
    events.flatMap((event) =>
      event.type === 'call-rewritten' || (event.type === 'call-refused' && event.body.by !== undefined)
        ? [event.body.by ?? '']
        : [],
    ),
  );
  if (names.size === 0) return undefined;
  return [...names].map((name) => ({
    name,
    before({ id }) {
      const rest = conductor.restOf(conductor.recordedId(id));
      const [mine] = rest.filter(({ type, body }) => opening.has(type) && (body as { by?: string }).by === name);
      if (mine?.type === 'call-rewritten') return { arguments: mine.body.to as Readonly<Record<string, unknown>> };
      if (mine?.type !== 'call-refused') return undefined;
      if (mine.body.errorType !== 'permission_denied') throw new Error('as recorded');
      return { refuse: mine.body.message.replace(/^[^:]*: /, '').replace(/ \S+ \S+ \S+ \S+ \S+ \S+$/, '') };
    },
  }));
}

const opening: ReadonlySet<string> = new Set(['call-refused', 'call-rewritten', 'guard-tripped', 'call-planned']);
