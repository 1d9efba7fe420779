import type { IncomingMessage } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';

/**
 * Client address of a request that bypasses the routes, such as a WebSocket's. Uses the same library as Fastify's
 * `request.ip`, so both trust the same proxies.
 * @param trustProxy the framework's setting
 */
export function createClientAddress(trustProxy: string): (request: IncomingMessage) => string | null {
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
  return (request) => {
    // A socket that is closed already has no address.
    const address: string | undefined = proxyAddr(request, isTrusted);
    return address ?? null;
  };
}
