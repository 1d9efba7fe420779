import type { IncomingMessage } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';

/**
 * Client address of a request that bypasses the routes, such as a WebSocket upgrade. Uses the same library as Fastify's
 * `request.ip`, so both trust the same proxies.
 * @param trustProxy Fastify's `trustProxy` setting: comma-separated addresses
 */
export function createClientAddress(trustProxy: string): (request: IncomingMessage) => string | null {
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
  return (request) => {
    // Undefined if the socket is already closed.
    const address: string | undefined = proxyAddr(request, isTrusted);
    return address ?? null;
  };
}
