import type { applyFileChange } from '../../builtin/file/apply-file-change.js';
import type { previewEditFile } from '../../builtin/file/preview-edit-file.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import type { ResultOf } from '../../tool/view-tool.js';
import { type YipsValue, yipsView } from './yips-view.js';

const text = { type: 'string' } as const;

export const previewWriteView = (tool: Tool, name: 'preview_write_file' | 'write_file'): Tool =>
  yipsView(tool, {
    kind: 'tool',
    name,
    description:
      name === 'write_file'
        ? `${stagedOnly} Use preview_write_file.`
        : 'Stages new content for a file: metadata has the token and the diffPreview. Nothing is written.',
    parameters: strictParameters(['path', 'content'], { path: text, content: text }),
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
    parameters: strictParameters(['path', 'oldText', 'newText'], {
      path: text,
      oldText: text,
      newText: text,
      replaceAll: { type: 'boolean', description: 'Default false: the first occurrence.' },
    }),
    toArguments: ({ path, oldText, newText, replaceAll = false }) => ({
      path,
      old_text: oldText,
      new_text: newText,
      replace_all: replaceAll,
    }),
    toValue: (staged: Staged) => stagedValue(staged, name === 'edit_file'),
  });

const stagedOnly = 'The older form, which stages too and writes nothing.';

type Staged = Partial<ResultOf<typeof previewEditFile>>;

function stagedValue(staged: Staged, isLegacy: boolean): YipsValue {
  const { path = '', operation = 'change' } = staged;
  return {
    output: `Staged the ${operation} of ${path}; nothing is written yet. Look at metadata.diffPreview, then call apply_file_change with metadata.token.`,
    metadata: isLegacy ? { ...staged, legacyTranslated: true } : { ...staged },
  };
}

export const applyView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'tool',
    name: 'apply_file_change',
    description: 'Writes the change that was staged under a token. A token works once, for 10 minutes.',
    parameters: strictParameters([], { token: text }),
    toArguments: (args) => args,
    toValue({ applied, reason, path, operation, bytes }: ResultOf<typeof applyFileChange>) {
      if (!applied) return { output: '', metadata: { applied, reason } };
      return { output: `Applied to ${path}.`, metadata: { applied, path, operation, bytes } };
    },
  });
