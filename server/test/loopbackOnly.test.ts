import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { describe, expect, test } from 'vitest';

// An unused address of TEST-NET-1.
const outside = '192.0.2.1';

describe('tests stay on this machine', () => {
  test('TCP, TLS and fetch connections to other machines are refused', async () => {
    for (const open of [
      () => connect(80, outside),
      () => connect({ host: outside, port: 80 }),
      () => connectTls({ host: outside, port: 443 }),
    ]) {
      const [error] = (await once(open(), 'error').catch((reason: unknown) => [reason])) as [Error];
      expect(error.message).toContain(`A test tried to reach ${outside}`);
    }
    await expect(fetch(`http://${outside}/`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(outside) as unknown },
    });
    await expect(fetch('http://elsewhere.invalid/')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('A test tried to reach elsewhere.invalid') as unknown },
    });
  });

  test('this machine can be reached', async () => {
    const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
    server.close();
  });
});
