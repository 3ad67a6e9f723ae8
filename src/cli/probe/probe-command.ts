import { ToolwrightError } from '../../base/error.js';
import { shellQuote } from '../../base/shell-quote.js';
import { renderPointer } from '../../config/json-path.js';
import { refuseProblems } from '../../config/problem.js';
import { promptDialect } from '../../model/known-models.js';
import { type ModelSpec, openModel } from '../../model/open-model.js';
import { probeModel } from '../../model/probe/probe-model.js';
import type { Finding, ProbeReport } from '../../model/probe/probe-report.js';
import { chooseSpec, modelFlags } from '../choose-model.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import { editSetting } from '../config/edit-setting.js';
import { confirm } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import { type Host, isTerminal } from '../host.js';
import { renderJson } from '../render-json.js';
import { cancelOnSignals } from '../run/cancel-on-signals.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { type Style, styleOf } from '../view/style.js';

/** `toolwright probe MODEL`: what a model really does with tools, and an offer to keep the finding. */
export async function probeCommand(invocation: Invocation, host: Host): Promise<number> {
  const spec = await chosenSpec(invocation, host);
  const controller = new AbortController();
  const stopSignals = cancelOnSignals(() => controller.abort());
  const json = invocation.flag('json');
  try {
    const report = await probeModel({
      open: (toolCalls) => openModel({ ...spec, toolCalls }),
      dialect: spec.dialect ?? promptDialect(spec.model),
      signal: controller.signal,
      onStep: (says) => host.stderr.write(`Trying ${says} …\n`),
    });
    const style = styleOf(host);
    const shown = exitMask(host).value(report);
    host.stdout.write(`${json ? renderJson(shown) : renderProbe(shown, style)}\n`);
    if (controller.signal.aborted) return exitCodes.interrupted;
    if (report.failure !== undefined) return exitCodes.model;
    await keep(report, { spec, invocation, host });
    return report.advice === undefined ? exitCodes.model : exitCodes.answered;
  } finally {
    stopSignals();
  }
}

async function chosenSpec(invocation: Invocation, host: Host): Promise<ModelSpec> {
  const { config } = await readCommandConfig(invocation, host);
  refuseProblems(config.problems);
  const [argument] = invocation.arguments;
  const flags = modelFlags(invocation);
  if (argument !== undefined && flags.model !== undefined && argument !== flags.model)
    throw usageError('Name one model: as an argument, or with --model.', 'probe');
  const wanted = { ...flags, model: argument ?? flags.model };
  const { spec, why } = await chooseSpec(wanted, { config, env: host.env, probeTimeoutMs: 3000 });
  if (spec !== undefined) return spec;
  throw new ToolwrightError(
    'bad-usage',
    `The guide is no model to probe: name one. ${why}\nSee: toolwright probe --help`,
  );
}

/** Saves what was found with --save, or after a yes on a terminal; else tells the command that would. */
async function keep(
  { advice }: ProbeReport,
  { spec, invocation, host }: { readonly spec: ModelSpec; readonly invocation: Invocation; readonly host: Host },
): Promise<void> {
  if (advice === undefined) return;
  const name = `${spec.provider}/${spec.model}`;
  const settings = Object.entries(advice);
  const commands = settings.map(
    ([key, value]) => `toolwright config set ${shellQuote(renderPointer(['models', name, key]))} ${value}`,
  );
  if (spec.provider === 'custom') {
    host.stderr.write('To keep this, give the server a name under "providers" in the config, and probe it by that.\n');
    return;
  }
  const held = settings.every(([key, value]) => spec[key as keyof typeof advice] === value);
  const isDefault = advice.toolCalls !== 'prompt' && spec.toolCalls === undefined;
  if (held || (isDefault && !invocation.flag('save'))) return;
  const asks = isTerminal(host.stdin) && isTerminal(host.stderr) && !invocation.flag('json');
  const wanted = invocation.flag('save') || (asks && (await confirm(`Save this for ${safeLine(name)}? [y/N] `, host)));
  if (!wanted) {
    host.stderr.write(`To save this:\n${commands.map((line) => `  ${safeLine(line)}`).join('\n')}\n`);
    return;
  }
  for (const [key, value] of settings)
    await editSetting(invocation, host, () => ({ path: ['models', name, key], value }));
}

/** A report for people. */
function renderProbe(report: ProbeReport, style: Style): string {
  const rows: readonly (readonly [string, Finding])[] = [
    ['calls by the API', report.native],
    ['calls in its own text', report.text],
    ['calls written as told', report.prompt],
    ['uses results', report.results],
    ['several calls at once', report.parallel],
    ['exact text', report.exact],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const marks = { works: style.green('yes'), fails: style.red('no '), 'not-tried': style.dim('-  ') } as const;
  const lines = rows
    .filter(([, { state }]) => state !== 'not-tried')
    .map(([name, { state, says }]) => `${marks[state]}  ${name.padEnd(width)}  ${safeLine(says)}`);
  const { inputTokens, outputTokens } = report.usage;
  const first = report.firstSignMs === undefined ? '' : `first sign after ${report.firstSignMs} ms, `;
  return [
    style.bold(safeLine(report.model)),
    ...lines,
    style.dim(`${first}${inputTokens} tokens in, ${outputTokens} out`),
    conclusion(report),
  ].join('\n');
}

function conclusion({ advice, failure, writtenFormat }: ProbeReport): string {
  if (failure !== undefined) return `It could not be probed: ${safeLine(failure.message)}`;
  if (advice === undefined) {
    const wrote = writtenFormat === undefined ? '' : ` It writes calls of its own as text (${writtenFormat}).`;
    return `No way of calling tools works with this model.${wrote} Try a larger one.`;
  }
  if (advice.toolCalls === 'native') return 'Its calls by the API work: nothing needs to be set.';
  if (advice.toolCalls === 'auto')
    return `It writes calls as text (${writtenFormat}), and they are read: nothing needs to be set.`;
  return `It needs prompt mode: toolCalls prompt, dialect ${advice.dialect}.`;
}
