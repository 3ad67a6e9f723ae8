import type { Model } from './model.js';

/** The model in prompt mode; what that needs is loaded now. */
export async function openPrompted(model: Model, dialect: string): Promise<Model> {
  const [{ promptMode }, { findDialect }] = await Promise.all([
    import('./prompt-mode.js'),
    import('../dialect/find-dialect.js'),
  ]);
  return promptMode(model, { dialect: findDialect(dialect) });
}
