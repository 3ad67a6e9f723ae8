import { jsonPort } from '../support/json-port.js';
import { portSuite } from './port-suite/port-suite.js';

portSuite('with JSON in between', (host, origin) => jsonPort(host.clientFor(origin)));
