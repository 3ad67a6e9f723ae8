export type {
  ScriptedCall,
  ScriptedModel,
  ScriptedOptions,
  ScriptedRequest,
  ScriptedRound,
  ScriptedRounds,
} from '../model/provider/scripted.js';
export { scriptedModel } from '../model/provider/scripted.js';
export type { FakeModel } from './fake-api.js';
export type { FakeModelFaults, FakeModelRequest, FakeModelRound, FakeModelRounds } from './fake-model-round.js';
export type { FakeModelServer, FakeModelServerOptions } from './fake-model-server.js';
export { startFakeModelServer } from './fake-model-server.js';
