import type { Fact } from '../../tool/fact.js';
import { analyseCommand } from './analyse-command.js';
import { createScene, type SceneOptions } from './create-scene.js';

/** What a command would do if it ran now, here. Loads the analyser and all its tables: import it when it is needed. */
export const planCommand = (command: string, scene: SceneOptions): Promise<readonly Fact[]> =>
  analyseCommand(command, createScene(scene));
