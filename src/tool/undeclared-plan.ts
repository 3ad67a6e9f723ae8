import type { Plan } from './plan.js';
import type { Tool } from './tool.js';

/** A tool with effects and no plan does not tell what it touches: that is not known, and an unknown is a risk. */
export function undeclaredPlan({ name, effects }: Pick<Tool, 'name' | 'effects'>): Plan {
  if (effects === 'none') return touchesNothing;
  const where = effects === 'workspace' ? 'workspace' : 'outside';
  const note = `${name} does not tell what it touches`;
  return { facts: [{ kind: 'write', target: name, where, known: false, note }], preview: { kind: 'arguments' } };
}

const touchesNothing: Plan = { facts: [], preview: { kind: 'arguments' } };
