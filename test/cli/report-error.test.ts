import { describe, expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { exitCodeOfError } from '../../src/cli/exit-code.js';
import { describeError } from '../../src/cli/report-error.js';

describe('describeError', () => {
  it('tells what went wrong and what to do, without a stack', () => {
    const error = new ToolwrightError('store-locked', 'locked: wait\u001b[2J');
    expect(describeError(error, false)).toBe('toolwright: locked: wait\\e[2J');
    expect(exitCodeOfError(error)).toBe(1);
    expect(exitCodeOfError(new ToolwrightError('session-unknown', 'none'))).toBe(2);
  });

  it('tells plainly what the system refused', () => {
    const refused = (code: string, message: string): Error => Object.assign(new Error(message), { code });
    expect(describeError(refused('ENOSPC', 'ENOSPC: no space left on device, write'), false)).toBe(
      'toolwright: ENOSPC: no space left on device, write. Nothing more can be written there: free some space, or write elsewhere.',
    );
    expect(describeError(refused('ELOOP', 'ELOOP: too many links'), false)).not.toContain('defect');
    expect(describeError(refused('EACCES', 'EACCES: no'), true)).toContain('report-error.test');
    expect(describeError(refused('ERR_INVALID_ARG_TYPE', 'wrong'), false)).toContain('defect');
  });

  it('calls anything unexpected a defect and shows the stack only when asked', () => {
    const error = new TypeError('x is not a function');
    expect(describeError(error, false)).toMatch(/^toolwright: x is not a function\nThis is a defect of Toolwright/);
    expect(describeError(error, false)).not.toContain('report-error.test');
    expect(describeError(error, true)).toContain('report-error.test');
    expect(exitCodeOfError(error)).toBe(1);
  });
});
