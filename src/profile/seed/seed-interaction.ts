import type { Answer, OnAsk, Question } from '../../run/question.js';

export const seedKinds = ['Select', 'Confirm', 'Input', 'Composite'] as const;
export const seedPurposes = [
  'choose_strategy',
  'request_info',
  'confirm_risky_action',
  'assign_subtask',
  'generic',
] as const;
export const seedContentKinds = ['PlainText', 'Json', 'Diff', 'Table'] as const;

/** Seed's name for the id of a question. */
const idField = 'interactionId';
type Identified = Readonly<Record<typeof idField, string>>;

/** A question as Seed's protocol puts it. */
export interface SeedRequest extends Identified {
  readonly kind: (typeof seedKinds)[number];
  readonly purpose: (typeof seedPurposes)[number];
  readonly display: {
    readonly title: string;
    readonly description: string;
    readonly content: string;
    readonly contentKind: (typeof seedContentKinds)[number];
    readonly metadata: { readonly toolCallId: string };
  };
  readonly options: readonly SeedOption[];
  readonly validation: { readonly required: boolean; readonly regex?: string };
}

export interface SeedOption {
  readonly id: string;
  readonly label: string;
  readonly style: 'primary' | 'danger' | 'default';
  readonly isDefault: boolean;
}

export interface SeedResponse extends Identified {
  readonly selectedOptionId?: string;
  readonly inputValue?: string;
  readonly comment?: string;
}

export function seedRequest(question: Question): SeedRequest {
  return question.kind === 'approval' ? riskyRequest(question) : inputRequest(question);
}

/** What a response means for the question that is open now. One for another question, or for none, is refused. */
export function answerOfSeed(
  response: SeedResponse,
  pending: SeedRequest | undefined,
): { readonly type: 'answer'; readonly answer: Answer } | { readonly type: 'refused'; readonly message: string } {
  if (pending === undefined || response[idField] !== pending[idField]) {
    const open = pending === undefined ? 'nothing is asked now' : `${pending[idField]} is open`;
    return { type: 'refused', message: `The response is for ${response[idField]}, and ${open}.` };
  }
  if (pending.purpose === 'confirm_risky_action') return { type: 'answer', answer: riskyAnswer(response) };
  const chosen = pending.options.find(({ id }) => id === response.selectedOptionId);
  const text = response.inputValue ?? chosen?.label ?? '';
  if (text === '') return { type: 'refused', message: 'An answer is required: select an option or give inputValue.' };
  return { type: 'answer', answer: { choice: 'text', text } };
}

/** How long a question waits: 300 s by default, 0 for without end. */
export const seedOnAsk = (waitMs = 300_000): OnAsk => (waitMs === 0 ? 'person' : { waitMs });

/** Anything but approve rejects. */
function riskyAnswer({ selectedOptionId, comment, inputValue }: SeedResponse): Answer {
  if (selectedOptionId === 'approve') return { choice: 'once' };
  return { choice: 'deny', reason: comment ?? inputValue ?? 'User rejected the request' };
}

function riskyRequest(question: Extract<Question, { kind: 'approval' }>): SeedRequest {
  const { tool, level, reasons, callId } = question;
  return {
    [idField]: idOf(question),
    kind: 'Confirm',
    purpose: 'confirm_risky_action',
    display: {
      title: `Confirm the risky action ${tool}`,
      description: [level, ...reasons].join('; '),
      ...contentOf(question),
      metadata: { toolCallId: callId },
    },
    options: [
      { id: 'approve', label: 'Approve', style: 'danger', isDefault: false },
      { id: 'reject', label: 'Reject', style: 'default', isDefault: true },
    ],
    validation: { required: true },
  };
}

function contentOf({
  preview,
  arguments: args,
}: Extract<Question, { kind: 'approval' }>): Pick<SeedRequest['display'], 'content' | 'contentKind'> {
  if (preview.kind === 'diff') return { content: preview.diff, contentKind: 'Diff' };
  if (preview.kind === 'text') return { content: preview.text, contentKind: 'PlainText' };
  if (preview.kind === 'arguments') return { content: JSON.stringify(args, null, 2), contentKind: 'Json' };
  const { command, cwd, timeoutMs } = preview;
  return { content: `Command: ${command}\nFolder: ${cwd}\nTimeout: ${timeoutMs} ms`, contentKind: 'PlainText' };
}

function inputRequest(question: Extract<Question, { kind: 'input' }>): SeedRequest {
  const { tool, text, options, callId } = question;
  return {
    [idField]: idOf(question),
    // Own words are taken beside the options.
    kind: options.length > 0 ? 'Composite' : 'Input',
    purpose: 'request_info',
    display: {
      title: `${tool} asks`,
      description: text,
      content: text,
      contentKind: 'PlainText',
      metadata: { toolCallId: callId },
    },
    options: options.map((label, at) => ({ id: String(at + 1), label, style: 'default', isDefault: false })),
    validation: { required: true },
  };
}

/** The same for the same question: the random end of its id. */
export const interactionIdOf = (questionId: string): string => `ui_${questionId.slice(-12)}`;

const idOf = ({ id }: Question): string => interactionIdOf(id);
