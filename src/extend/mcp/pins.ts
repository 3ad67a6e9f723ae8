import { defined } from '../../base/defined.js';
import { parseJson } from '../../base/json.js';
import type { UserPort } from '../extension.js';
import { definitionProblem } from './check-definition.js';
import { type Definition, definitionHash } from './definition.js';
import type { ServerForgotten, ServerPinned } from './event.js';

/** What a person has seen of one server. */
export interface Pin {
  readonly launchHash: string;
  readonly launch: string;
  /** By the names of the tools at the server. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

export type Pins = ReturnType<typeof createPins>;

/** What people have seen of servers, in the stream of the user. */
export function createPins(user: UserPort) {
  return {
    async of(server: string, workspace: string | undefined): Promise<Pin | undefined> {
      const events = await user.read(['server-pinned', 'server-forgotten']);
      const found = events.findLast(({ body }) => {
        const about = body as ServerForgotten;
        return about.server === server && about.workspace === workspace;
      });
      return found?.type === 'server-pinned' ? readPin(found.body as ServerPinned, user) : undefined;
    },
    /** Resolves once it is stored. */
    async keep(server: string, workspace: string | undefined, { launchHash, launch, definitions }: Pin): Promise<void> {
      const list = [...definitions.values()];
      const body: ServerPinned = {
        server,
        ...defined({ workspace }),
        launchHash,
        launch,
        hashes: Object.fromEntries(list.map((definition) => [definition.name, definitionHash(definition)])),
        definitions: await user.blobs.write(JSON.stringify(list)),
      };
      await user.append({ type: 'server-pinned', body });
    },
    async forget(server: string, workspace: string | undefined): Promise<void> {
      const body: ServerForgotten = { server, ...defined({ workspace }) };
      await user.append({ type: 'server-forgotten', body });
    },
  };
}

const maxText = 300_000_000;

/** The definitions are those whose hashes the event names: the file beside the store proves nothing. */
async function readPin(pinned: ServerPinned, user: UserPort): Promise<Pin> {
  const bytes = await user.blobs.read(pinned.definitions);
  const parsed = bytes && parseJson(new TextDecoder().decode(bytes), { maxLength: maxText });
  const list = parsed?.ok === true && Array.isArray(parsed.value) ? (parsed.value as unknown as Definition[]) : [];
  const seen = list.filter(
    (one) => definitionProblem(one) === undefined && pinned.hashes[one.name] === definitionHash(one),
  );
  const { launchHash, launch } = pinned;
  return { launchHash, launch, definitions: new Map(seen.map((one) => [one.name, one])) };
}
