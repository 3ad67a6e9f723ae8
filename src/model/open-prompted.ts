import type { Model } from './model.js';

/** The model in prompt mode; what that needs is loaded now. */
export async function openPrompted(model: Model, dialect: string): Promise<Model> {
  return (await import('./text-calls.js')).promptIn(model, dialect);
}
