import { messageOf } from '../base/error.js';
import type { Extension, ExtensionHost, ExtensionTurn } from '../extend/extension.js';
import type { NewEvent } from '../store/store.js';
import type { CatalogEntry } from '../tool/catalog/catalog-entry.js';
import type { LogPort } from '../tool/port.js';
import type { Registry } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';

/** The extensions of a session, opened and closed with it. One that fails costs only itself. */
export type SessionExtensions = ReturnType<typeof sessionExtensions>;

/** Those of all sessions: a subagent has the tools of its caller, and they are no others for that. */
const brought = new WeakSet<Tool>();

interface Around {
  readonly host: Omit<ExtensionHost, 'setPrompt' | 'setEntries'>;
  onPrompt(): void;
  onEntries(): void;
}

export function sessionExtensions(extensions: readonly Extension[], log: LogPort) {
  const prompts = new Map<Extension, string>();
  const found = new Map<Extension, readonly CatalogEntry[]>();
  let entries: readonly CatalogEntry[] = [];
  const noting = (registry: Registry): Registry => ({
    ...registry,
    register(tool) {
      registry.register(tool);
      brought.add(tool);
    },
    replace(tool) {
      registry.replace(tool);
      brought.add(tool);
    },
  });
  const failed = ({ name }: Extension, error: unknown): void =>
    log.warn(`the extension ${name} failed: ${messageOf(error)}`);
  return {
    /** What they say in the system message. */
    get prompt() {
      return extensions.flatMap((one) => prompts.get(one) ?? []).join('\n\n');
    },
    /** What of them can be found beside tools; the same list until it changes. */
    get entries() {
      return entries;
    },
    /** Whether a tool came from one of them, or from one of those of another session. */
    hasBrought: (tool: Tool): boolean => brought.has(tool),
    async open({ host, onPrompt, onEntries }: Around): Promise<void> {
      for (const extension of extensions) {
        const setPrompt = (text: string): void => {
          if (text === '') prompts.delete(extension);
          else prompts.set(extension, text);
          onPrompt();
        };
        const setEntries = (given: readonly CatalogEntry[]): void => {
          found.set(extension, given);
          entries = extensions.flatMap((one) => found.get(one) ?? []);
          onEntries();
        };
        try {
          await extension.open({ ...host, registry: noting(host.registry), setPrompt, setEntries });
        } catch (error) {
          failed(extension, error);
        }
      }
    },
    /** Undefined where no extension wants to be told. */
    beforeRound: extensions.some((one) => one.beforeRound !== undefined)
      ? async (turn: ExtensionTurn): Promise<void> => {
          for (const extension of extensions) {
            try {
              await extension.beforeRound?.(turn);
            } catch (error) {
              failed(extension, error);
            }
          }
        }
      : undefined,
    apply(event: NewEvent) {
      for (const extension of extensions) {
        try {
          extension.apply?.(event);
        } catch (error) {
          failed(extension, error);
        }
      }
    },
    async close(): Promise<void> {
      const closeOne = async (extension: Extension): Promise<void> => extension.close?.();
      await Promise.all(extensions.map((one) => closeOne(one).catch((error: unknown) => failed(one, error))));
    },
  };
}
