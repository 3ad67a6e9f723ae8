import { firstLine } from '../../base/text.js';
import { missingProgram, type ProgramContext } from '../../config/hook-program.js';
import type { LoadedConfig } from '../../config/open-config.js';
import type { HealthItem } from '../../session/health/health-item.js';

/** Hooks whose programs are not there; nothing where there are no hooks. */
export function checkHooks({ values, origins }: LoadedConfig, context: ProgramContext): readonly HealthItem[] {
  const { hooks = [] } = values;
  if (hooks.length === 0) return [];
  const missing = hooks.flatMap(({ command, on }, at): readonly HealthItem[] => {
    const program = missingProgram(command, context);
    if (program === undefined) return [];
    const origin = origins.get(`/hooks/${at}`);
    const place = origin === undefined ? '' : ` (${origin.file}:${origin.line})`;
    const todo =
      on === 'before-call'
        ? 'Until it is, every call it is about is kept from running: install it, or correct the command.'
        : 'Install it, or correct the command.';
    return [
      { part: 'hooks', state: 'bad', says: `${program} is not there, for ${on}: ${firstLine(command)}${place}`, todo },
    ];
  });
  if (missing.length > 0) return missing;
  return [{ part: 'hooks', state: 'ok', says: `${hooks.length} in the config` }];
}
