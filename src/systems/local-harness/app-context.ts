import type { HarnessErrorType } from '../../profile/local-harness/harness-result.js';
import type { FromSchema } from '../../schema/json-schema.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool, type ParametersSchema, type ToolSpec } from '../../tool/define-tool.js';
import { fail } from '../../tool/outcome.js';
import type { TodoPort } from '../../tool/todo.js';
import type { Tool } from '../../tool/tool.js';

/** What a program has for its tools beside their state: any of it may be missing. */
export interface AppServices {
  readonly graph?: unknown;
  readonly vector_store?: unknown;
  readonly embedder?: unknown;
  readonly parser?: unknown;
}

/** What a tool of LocalHarness is handed: config, state, and the services that are there. */
export type AppContext<Config, Services extends object = AppServices> = Services & {
  readonly config: Config;
  /** The model's own list; absent where no list is kept. */
  readonly state: AppState | undefined;
  /** Files, network and the rest are reached through the session, which records and confines. */
  readonly session: RunContext;
};

export interface AppState {
  readonly todos: TodoPort['todos'];
  /** Puts another list in its place. */
  setTodos(todos: TodoPort['todos']): void;
}

export type HarnessOutcome =
  | { readonly success: true; readonly data: string }
  | {
      readonly success: false;
      readonly error_type: Exclude<HarnessErrorType, 'none'>;
      readonly error_message: string;
    };

export interface HarnessToolSpec<P extends ParametersSchema, Context>
  extends Pick<ToolSpec<P, undefined, undefined>, 'name' | 'description' | 'parameters' | 'effects' | 'limits'> {
  execute(args: FromSchema<P>, context: Context): HarnessOutcome | Promise<HarnessOutcome>;
}

/** Makes tools that get one application's config and services. The metadata of a result is added by the session. */
export function createHarnessTools<Config, Services extends object = AppServices>(app: {
  readonly config: Config;
  readonly services?: Services;
}) {
  const contextOf = (session: RunContext): AppContext<Config, Services> => ({
    ...(app.services ?? ({} as Services)),
    config: app.config,
    state: stateOf(session),
    session,
  });
  return {
    defineTool<const P extends ParametersSchema>({
      execute,
      ...spec
    }: HarnessToolSpec<P, AppContext<Config, Services>>): Tool {
      return defineTool({
        ...spec,
        run: async (args: FromSchema<P>, ctx) => {
          const outcome = await execute(args, contextOf(ctx));
          return outcome.success ? outcome.data : fail(outcome.error_type, outcome.error_message);
        },
      });
    },
  };
}

function stateOf({ todos: list }: RunContext): AppState | undefined {
  if (list === undefined) return undefined;
  return {
    get todos() {
      return list.todos;
    },
    setTodos: (todos) => list.change(todos),
  };
}
