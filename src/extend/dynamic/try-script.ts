import { cutEnd, firstLine } from '../../base/text.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { ProcessEnd, ProcessPort } from '../../tool/port.js';
import type { Words } from '../declared/program.js';
import type { Implementation, Language } from './definition.js';
import { scriptWords } from './script-tool.js';

/** What came of trying a script before it became a tool. */
export interface TriedScript {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Where it is tried: by the way of the session to processes, and not by that of the call. What the sandbox keeps it from is
 * not opened to it for a second try.
 */
export interface TrialContext {
  readonly process: ProcessPort;
  /** The workspace. */
  readonly root: string;
}

type Trial = TrialContext & { readonly signal: AbortSignal };

const maxChars = 2000;
const timeoutMs = 10_000;

/**
 * Tries an implementation before it is a tool. A script is read by its interpreter, which does not run it; with an example
 * it is run once, where nothing can be written and no host is reached. A failure says why it can be no tool.
 */
export async function tryScript(
  implementation: Implementation,
  example: object | undefined,
  context: Trial,
): Promise<TriedScript | ToolFailure | undefined> {
  if (implementation.kind !== 'script') return undefined;
  const { language, source } = implementation;
  let wrong: string | undefined;
  for (const words of readers[language]) {
    const { end, stdout, stderr } = await runAlone(words, source, context);
    // Nothing can be run here: that is told with each call, and says nothing of the script.
    if (end.state === 'failed')
      return example === undefined ? undefined : fail('io_error', `It was not tried: ${end.message}.`);
    wrong = end.state === 'exited' && end.exitCode === 0 ? undefined : `${stderr}${stdout}`.trim() || end.state;
    if (wrong === undefined) break;
  }
  if (wrong !== undefined)
    return fail(
      'validation_failed',
      `The tool was not made: ${language} cannot read its source. ${complaintIn(wrong)}`,
    );
  return example === undefined ? undefined : runExample(scriptWords(language, source), example, context);
}

/** What reads a source without running it; one of them has to. */
const readers: Readonly<Record<Language, readonly Words[]>> = {
  bash: [['bash', '--noprofile', '--norc', '-n']],
  sh: [['sh', '-n']],
  python3: [['python3', '-I', '-c', 'import ast, sys; ast.parse(sys.stdin.read(), "source")']],
  node: [
    ['node', '--check', '-'],
    ['node', '--check', '--input-type=module', '-'],
  ],
};

/** The lines that say what is wrong, and not where in the interpreter that was found. */
const complaintIn = (text: string): string =>
  cutEnd(
    text
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v|^\(|^Traceback|^\s+File "<string>"/.test(line))
      .slice(0, 4)
      .join(' '),
    300,
  );

async function runExample(words: Words, example: object, context: Trial): Promise<TriedScript | ToolFailure> {
  if (!context.process.sandboxed)
    return fail('permission_denied', 'The tool was not made: there is no sandbox to try it in. Leave example out.');
  const { end, stdout, stderr } = await runAlone(words, JSON.stringify(example), context);
  if (end.state === 'exited' && end.exitCode === 0) return { exit_code: 0, stdout, stderr };
  const how = end.state === 'exited' ? `exit code ${end.exitCode}` : end.state;
  const said = `tried with the example, where nothing can be written and no host is reached, it ended with ${how}`;
  return fail('validation_failed', `The tool was not made: ${said}. ${firstLine(stderr, 200)}`.trim(), {
    stdout,
    stderr,
  });
}

/** In the sandbox, with the workspace read-only and no network, whatever the mode is. */
async function runAlone(
  command: Words,
  input: string,
  { process, root, signal }: Trial,
): Promise<{ readonly end: ProcessEnd; readonly stdout: string; readonly stderr: string }> {
  const printed = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  await process.prepare?.();
  const end = await process.run({
    command,
    cwd: root,
    profile: 'hook',
    facts: [],
    timeoutMs,
    input,
    signal,
    onOutput(chunk, stream) {
      const room = maxChars - printed[stream].length;
      if (room > 0) printed[stream] = Buffer.concat([printed[stream], chunk.subarray(0, room)]);
    },
  });
  return { end, stdout: printed.stdout.toString(), stderr: printed.stderr.toString() };
}
