import type { ClientPort, Told } from '../../src/client/client-port.js';

/** The same port with JSON in between, as over a wire: what is no JSON does not come through. */
export function jsonPort(port: ClientPort): ClientPort {
  return new Proxy(port, {
    get(target, name) {
      if (name === 'watch') return (places: unknown) => overWire(target.watch(cross(places) as never));
      const call = target[name as keyof ClientPort] as ((params: unknown) => Promise<unknown>) | undefined;
      // A promise of a port asks whether it is one itself.
      if (call === undefined) return undefined;
      return async (params: unknown) => cross(await call(cross(params)));
    },
  });
}

function overWire(told: AsyncIterableIterator<Told>): AsyncIterableIterator<Told> {
  const crossed = async (next: Promise<IteratorResult<Told>> | undefined) =>
    cross((await next) ?? { done: true }) as IteratorResult<Told>;
  return {
    next: () => crossed(told.next()),
    return: () => crossed(told.return?.()),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const cross = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
