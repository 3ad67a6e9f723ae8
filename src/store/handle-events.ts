import type { NewEvent } from './store.js';

/** What is done with the events of some types, by their bodies. */
type Handlers<Event extends NewEvent> = {
  readonly [One in Event as One['type']]?: (body: One['body']) => void;
};

/** Does with each event what is said for its type; those of other types are passed over. */
export function handleEvents<Event extends NewEvent>(handlers: Handlers<Event>): (event: NewEvent) => void {
  const byType = new Map(Object.entries<((body: never) => void) | undefined>(handlers));
  return ({ type, body }) => byType.get(type)?.(body as never);
}
