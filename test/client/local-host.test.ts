import { portSuite } from './port-suite/port-suite.js';

portSuite('of this process', (host, origin) => host.clientFor(origin));
