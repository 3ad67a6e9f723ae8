import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../src/cli/choose-model.js';
import { verifies } from '../requirements.js';

describe('chooseModel', () => {
  it('chooses the guide when nothing names a model, or when it is named', () => {
    expect(chooseModel({}, { OPENAI_API_KEY: 'k' }).name).toBe('guide');
    expect(chooseModel({ model: 'guide' }, {}).name).toBe('guide');
    expect(chooseModel({ model: 'guide', baseUrl: 'http://127.0.0.1:1/v1' }, {}).name).toBe('openai/guide');
  });

  it('needs the name of the model', () => {
    expect(() => chooseModel({ baseUrl: 'http://127.0.0.1:1/v1' }, {})).toThrow('--model NAME');
  });

  it('names a variable that is missing, and never what is in another', () => {
    verifies('core.run.api-key-env');
    const env = { OPENAI_API_KEY: 'sk-secret', EMPTY: ' ' };
    expect(() => chooseModel({ model: 'm', apiKeyEnv: 'MY_KEY' }, env)).toThrow('The variable MY_KEY is not set');
    expect(() => chooseModel({ model: 'm', apiKeyEnv: 'EMPTY' }, env)).toThrow('EMPTY');
    expect(() => chooseModel({ model: 'm' }, {})).toThrow('The variable OPENAI_API_KEY is not set');
  });

  it('takes a server of one’s own without a key', () => {
    expect(chooseModel({ model: 'm', baseUrl: 'http://127.0.0.1:1/v1' }, {}).name).toBe('openai/m');
  });

  it('refuses an address that is none', () => {
    expect(() => chooseModel({ model: 'm', baseUrl: 'nonsense' }, {})).toThrow('http or https');
  });
});
