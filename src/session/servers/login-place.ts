import { loginFolder } from '../../policy/secret/login-files.js';
import { homeFolder } from '../session-places.js';
import type { ServerPlace } from './server-place.js';

/** The folder the logins lie in. */
export const loginPlace = (env: ServerPlace['env']): string => loginFolder({ env, home: homeFolder(env) });
