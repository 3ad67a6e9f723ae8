import { defineTool } from '../../src/tool/define-tool.js';

interface Marking {
  readonly name: string;
  /** Whether it may be run again after a kill. */
  readonly idempotent?: boolean;
  mark(name: string): void;
}

/** A tool that changes something, for what is killed: `mark` is its effect. */
export const markTool = ({ name, idempotent = false, mark }: Marking) =>
  defineTool({
    name,
    description: 'leaves a mark',
    parameters: { type: 'object' },
    effects: 'workspace',
    idempotent,
    plan: () => ({
      facts: [{ kind: 'write', target: 'mark', where: 'workspace', known: true }],
      preview: { kind: 'arguments' },
    }),
    run() {
      mark(name);
      return 'marked';
    },
  });
