import { defined } from '../../base/defined.js';
import type { CallPreview } from '../../session/preview-calls.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { readLines } from '../read-lines.js';
import { escapeUnseen } from '../render-json.js';
import { usageError } from '../usage-error.js';
import { type CheckLine, maxLine, readCheckLine } from './check-line.js';
import { openPolicyContext, type PolicyContext, previewIn } from './policy-context.js';

/** `toolwright policy check --jsonl`: one question a line, one verdict a line, in their order. Nothing is run. */
export async function checkCommand(invocation: Invocation, host: Host): Promise<number> {
  if (!invocation.flag('jsonl')) throw usageError('policy check reads one call a line: give --jsonl.', 'policy check');
  const context = await openPolicyContext(invocation, host);
  const write = lineWriter(host);
  const exit = exitMask(host, context.places.root);
  let failed = false;
  for await (const text of readLines(host.stdin, maxLine)) {
    if (text.trim() === '') continue;
    const line = readCheckLine(text);
    failed ||= 'wrong' in line;
    const answer =
      'wrong' in line
        ? { id: line.id, error: { code: 'bad-request', message: line.wrong } }
        : await answerLine(line, context);
    if (host.outputGone()) break;
    await write(escapeUnseen(JSON.stringify(exit.value(answer))));
  }
  return failed ? exitCodes.failed : exitCodes.answered;
}

/** Writes no faster than is read, and waits for nobody who went away. */
function lineWriter({ stdout, onOutputGone }: Host): (line: string) => Promise<void> {
  let goOn = (): void => {};
  onOutputGone(() => goOn());
  return (line) =>
    new Promise((resolve) => {
      goOn = resolve;
      if (stdout.write(`${line}\n`)) resolve();
      else stdout.once('drain', resolve);
    });
}

async function answerLine({ id, call, mode, rules, interactive }: CheckLine, context: PolicyContext): Promise<object> {
  // The policy alone is asked: that commands are not confined here would make every one of them stricter.
  const look = previewIn(context, {
    sandboxed: true,
    ...defined({ mode, rules }),
  });
  return { id, ...verdictOf(await look(call), interactive) };
}

function verdictOf(preview: CallPreview, interactive: boolean): object {
  if (preview.type === 'refused') {
    const { errorType, message } = preview;
    return { verdict: 'deny', level: 'safe', reasons: [message], facts: [], refused: errorType };
  }
  const { decision, facts } = preview;
  const { verdict, level, reasons } = decision;
  if (verdict === 'ask' && !interactive)
    return { verdict: 'deny', level, reasons: ['nobody is there to be asked', ...reasons], facts };
  return { verdict, level, reasons, facts };
}
