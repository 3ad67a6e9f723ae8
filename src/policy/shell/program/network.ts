import type { ProgramTable } from '../program.js';
import { clientPrograms } from './network/client.js';
import { curlPrograms } from './network/curl.js';
import { lookupPrograms } from './network/lookup.js';
import { netcatPrograms } from './network/netcat.js';
import { opensslPrograms } from './network/openssl.js';
import { sshPrograms } from './network/ssh.js';
import { wgetPrograms } from './network/wget.js';

/** Programs that speak to other machines. */
export const networkPrograms: ProgramTable = {
  ...curlPrograms,
  ...wgetPrograms,
  ...clientPrograms,
  ...sshPrograms,
  ...netcatPrograms,
  ...opensslPrograms,
  ...lookupPrograms,
};
