import { isIP, isIPv6 } from 'node:net';

/** Shared key for all addresses that cannot be parsed. */
const unknownNetwork = 'unknown';

/**
 * Key for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because one subscriber owns all of it.
 * Ports that some proxies add are removed; unparsable addresses share one key.
 */
export function networkOf(ip: string): string {
  const bare = withoutPort(ip.trim()).replace(/%.*$/, '');
  if (isIP(bare) === 0) return unknownNetwork;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? network64Of(bare) : bare;
}

function withoutPort(ip: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(ip) ?? [];
  return v6 ?? v4 ?? ip;
}

function network64Of(ip: string): string {
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
