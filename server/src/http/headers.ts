import type { FastifyInstance } from 'fastify';

const policy = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // The component library sets sizes and colours through style attributes.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
].join('; ');

/** Headers of every answer: no external resources, no framing, no content sniffing. */
const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

/** HSTS, if PUBLIC_URL is https, whatever a proxy reports about the call. */
export function secureHeaders(http: FastifyInstance, publicUrl: string | undefined): void {
  const hasTls = publicUrl?.startsWith('https:') === true;
  http.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    if (hasTls || request.protocol === 'https') {
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
  });
}
