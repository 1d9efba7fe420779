import type { IncomingMessage } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';

/**
 * Where a request came from that no route takes, such as a WebSocket's: by the same rule and the same library as Fastify's
 * `request.ip`, so that the proxies in front are believed alike.
 * @param trustProxy what proxies are believed, as the framework is given it
 */
export function createClientAddress(trustProxy: string): (request: IncomingMessage) => string | null {
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
  return (request) => {
    // Whoever has gone already has no address any more.
    const address: string | undefined = proxyAddr(request, isTrusted);
    return address ?? null;
  };
}
