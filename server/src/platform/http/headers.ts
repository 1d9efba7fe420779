import type { FastifyInstance } from 'fastify';

import type { Config } from '../../config/config.ts';

const directives = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // The component library sets sizes and colors through style attributes.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
];

/** Headers of every response, besides the content security policy. */
const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

/**
 * Sets the security headers. HSTS is sent if PUBLIC_URL is https, even if a proxy does not report TLS. Power BI pages may
 * be framed if Power BI is configured.
 */
export function secureHeaders(
  http: FastifyInstance,
  { publicUrl, powerBi }: Pick<Config, 'publicUrl' | 'powerBi'>,
): void {
  const framed = powerBi === undefined ? [] : [`frame-src 'self' ${powerBi.embedOrigin}`];
  const policy = [...directives, ...framed].join('; ');
  const hasTls = publicUrl?.startsWith('https:') === true;
  http.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...headers, 'content-security-policy': policy });
    if (hasTls || request.protocol === 'https') {
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
  });
}
