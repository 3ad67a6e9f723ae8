import { defined } from '../base/defined.js';
import type { ToolEntry } from '../client/client-port.js';
import { clientOf } from '../client/local-host.js';
import { unwrap } from '../client/reply.js';
import { findAgentFiles } from '../config/agent-files.js';
import { userStream } from '../config/event.js';
import { inspectedTools, userTools } from '../config/tool-folders.js';
import { guideModel } from '../model/provider/guide.js';
import { openSession } from '../session/session.js';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';
import { commandOrigin } from './answer-origin.js';
import { newProfile } from './chosen-profile.js';
import type { Invocation } from './command.js';
import { commandFolder, readCommandConfig } from './config/command-config.js';
import { exitCodes } from './exit-code.js';
import type { Host } from './host.js';
import { openStoreToRead, userStorePlace } from './open-user-store.js';
import { sessionLog } from './session-log.js';
import { sessionSettings } from './session-settings.js';
import { renderTools, tokensOf } from './view/tool-lines.js';

/** `toolwright tools`: the tools a session opened here has, and what requests carry of them. No server is started for it. */
export async function toolsCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config, trust } = await readCommandConfig(invocation, host);
  const folder = commandFolder(invocation, host);
  const { user } = config.paths;
  const profile = await newProfile(invocation, config);
  const store = await openStoreToRead(userStorePlace(invocation, host));
  try {
    const session = await openSession({
      ...sessionSettings(config, {
        sandbox: config.values.sandbox,
        ownFiles: [],
        trust,
        toolFolders: [...(user === undefined ? [] : [userTools(user)]), inspectedTools(trust)],
      }),
      agents: findAgentFiles(config.paths, trust),
      store: unwritten(store),
      model: guideModel(),
      workspace: folder,
      ...defined({ profile }),
      env: host.env,
      hooks: [],
      log: sessionLog({ debug: false, warns: () => true, write: (line) => void host.stderr.write(`${line}\n`) }),
    });
    try {
      const port = await clientOf(session, commandOrigin(host));
      const listed = unwrap(await port.listTools({ session: session.id }));
      const text = invocation.flag('json') ? JSON.stringify(listed.map(asJson), null, 2) : renderTools(listed);
      host.stdout.write(`${text}\n`);
    } finally {
      await session.close();
    }
  } finally {
    await store.close();
  }
  return exitCodes.answered;
}

/** Knows what the user has seen and trusted, and keeps nothing: listing tools is no session. */
function unwritten(store: Store): Store {
  const memory = createMemoryStore();
  return {
    ...memory,
    read: (stream, options) => (stream === userStream ? store : memory).read(stream, options),
    blobs: { ...memory.blobs, read: store.blobs.read },
  };
}

/** An OpenAI function, with what more there is to say beside it. */
const asJson = ({ tool, state, definition, whole }: ToolEntry): object => ({
  type: 'function',
  function: whole,
  source: tool.source,
  category: tool.category,
  group: tool.group,
  state,
  tokens: tokensOf(definition),
});
