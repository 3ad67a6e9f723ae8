import type { Tool } from '../../tool/tool.js';
import { type YipsValue, yipsView } from './yips-view.js';

interface Staged {
  readonly path?: string;
  readonly operation?: string;
}

const write = {
  type: 'object',
  properties: { path: { type: 'string' }, content: { type: 'string' } },
  required: ['path', 'content'],
  additionalProperties: false,
} as const;

const edit = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    oldText: { type: 'string' },
    newText: { type: 'string' },
    replaceAll: { type: 'boolean', description: 'Default false: the first occurrence.' },
  },
  required: ['path', 'oldText', 'newText'],
  additionalProperties: false,
} as const;

const stagedOnly = 'The older form, which stages too and writes nothing.';

export const previewWriteView = (tool: Tool, name: 'preview_write_file' | 'write_file'): Tool =>
  yipsView(tool, {
    kind: 'tool',
    name,
    description:
      name === 'write_file'
        ? `${stagedOnly} Use preview_write_file.`
        : 'Stages new content for a file: metadata has the token and the diffPreview. Nothing is written.',
    parameters: write,
    toArguments: (args) => args,
    toValue: (staged: Staged) => stagedValue(staged, name === 'write_file'),
  });

export const previewEditView = (tool: Tool, name: 'preview_edit_file' | 'edit_file'): Tool =>
  yipsView(tool, {
    kind: 'tool',
    name,
    description:
      name === 'edit_file'
        ? `${stagedOnly} Use preview_edit_file.`
        : 'Stages an edit of a file, of exactly oldText: metadata has the token and the diffPreview. Nothing is written.',
    parameters: edit,
    toArguments: ({ path, oldText, newText, replaceAll = false }) => ({
      path,
      old_text: oldText,
      new_text: newText,
      replace_all: replaceAll,
    }),
    toValue: (staged: Staged) => stagedValue(staged, name === 'edit_file'),
  });

function stagedValue(staged: Staged, isLegacy: boolean): YipsValue {
  const { path = '', operation = 'change' } = staged;
  return {
    output: `Staged the ${operation} of ${path}; nothing is written yet. Look at metadata.diffPreview, then call apply_file_change with metadata.token.`,
    metadata: isLegacy ? { ...staged, legacyTranslated: true } : { ...staged },
  };
}

interface Applied {
  readonly applied: boolean;
  readonly reason?: string;
  readonly path?: string;
  readonly operation?: string;
  readonly bytes?: number;
}

export const applyView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'tool',
    name: 'apply_file_change',
    description: 'Writes the change that was staged under a token. A token works once, for 10 minutes.',
    parameters: { type: 'object', properties: { token: { type: 'string' } }, additionalProperties: false },
    toArguments: (args) => args,
    toValue({ applied, reason, path, operation, bytes }: Applied) {
      if (!applied) return { output: '', metadata: { applied, reason } };
      return { output: `Applied to ${path}.`, metadata: { applied, path, operation, bytes } };
    },
  });
