import { describe, expect, it } from 'vitest';
import { createLoginFetch } from '../../../src/extend/mcp/oauth/login-fetch.js';
import { dialDirect } from '../../../src/policy/net/dial.js';
import { verifies } from '../../requirements.js';

function guarded(url: string, answers: Readonly<Record<string, string>> = {}) {
  const dialled: string[] = [];
  const asked: string[] = [];
  const fetch = createLoginFetch({
    url,
    allows: (target) => {
      asked.push(target);
      return true;
    },
    resolve: async (name) => [answers[name] ?? '93.184.216.34'],
    connect: (dial) => {
      dialled.push(dial.address);
      return dialDirect({ ...dial, address: '127.0.0.1', port: 9, secure: false });
    },
  });
  return { fetch, dialled, asked };
}

describe('the requests of a login', () => {
  it.each([
    'https://10.0.0.7/token',
    'https://127.0.0.1/token',
    'http://127.0.0.1:8080/token',
    'https://localhost/token',
    'https://[::1]/token',
    'https://169.254.169.254/latest',
    'https://2130706433/token',
    'http://auth.example.com/token',
    'file:///etc/passwd',
  ])('of a server on the web never reach %s', async (url) => {
    verifies('mcp.login.guarded');
    const { fetch, dialled, asked } = guarded('https://docs.example.com/mcp');
    await expect(fetch(url)).rejects.toThrow('was not connected to');
    expect({ dialled, asked }).toEqual({ dialled: [], asked: [] });
  });

  it('reach no name that leads into the network of the person', async () => {
    verifies('mcp.login.guarded');
    const { fetch, dialled } = guarded('https://docs.example.com/mcp', { 'auth.example.com': '192.168.1.1' });
    await expect(fetch('https://auth.example.com/token')).rejects.toThrow('private address');
    expect(dialled).toEqual([]);
  });

  it('reach a further host of the web once it was allowed, and ask once', async () => {
    verifies('mcp.login.guarded');
    const { fetch, dialled, asked } = guarded('https://docs.example.com/mcp');
    for (const path of ['a', 'b']) await expect(fetch(`https://auth.example.com/${path}`)).rejects.toThrow();
    expect({ dialled, asked }).toEqual({
      dialled: ['93.184.216.34', '93.184.216.34'],
      asked: ['auth.example.com'],
    });
  });

  it('of a server in the network of the person stay there, and off their machine', async () => {
    verifies('mcp.login.guarded');
    const { fetch, asked } = guarded('https://10.0.0.7/mcp');
    await expect(fetch('https://127.0.0.1/token')).rejects.toThrow('was not connected to');
    await expect(fetch('https://10.0.0.8/token')).rejects.not.toThrow('was not connected to');
    expect(asked).toEqual(['10.0.0.8']);
  });
});
