import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { HttpApp } from './httpApp.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/**
 * Serves the print logo, chosen by the first label of the host name: `mercy.example.org` gets `mercy.svg` (or another
 * image type) from LOGO_DIR, else `default.svg`, else the product's own logo.
 */
export function serveLogos(app: HttpApp): void {
  const { logoDir, productName } = app.deps.config;
  app.http.get('/provider/branding/logo', async (request, reply) => {
    const file = logoDir === undefined ? undefined : await findLogo(logoDir, request.hostname);
    void reply
      .header('cache-control', 'public, max-age=300')
      // An SVG may contain scripts; they must not run if it is opened directly.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type(contentTypes[path.extname(file ?? 'own.svg').toLowerCase()] ?? 'application/octet-stream');
    return logoDir === undefined || file === undefined ? ownLogo(productName) : readFile(path.join(logoDir, file));
  });
}

async function findLogo(folder: string, hostname: string): Promise<string | undefined> {
  const files = await readdir(folder).catch(() => []);
  const named = (name: string) =>
    files.find((file) => {
      const { name: stem, ext } = path.parse(file.toLowerCase());
      return stem === name && ext in contentTypes;
    });
  return named(subdomainOf(hostname)) ?? named('default');
}

/** "mercy" for mercy.example.org. Only compared with file names in the folder, so it cannot escape the folder. */
const subdomainOf = (hostname: string) => hostname.toLowerCase().split('.')[0] ?? '';

/** The product's mark and name. */
function ownLogo(productName: string): string {
  const name = productName.replace(/[<>&]/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${44 + name.length * 13} 32" height="32" fill="none">
    <path d="M16 4.5A11.5 11.5 0 1 0 27.5 16" stroke="#0b5f5b" stroke-width="3.5" stroke-linecap="round"/>
    <circle cx="24.6" cy="7.4" r="3.6" fill="#4fb8b0"/>
    <text x="38" y="23" font-family="Inter, Arial, sans-serif" font-size="20" font-weight="600" fill="#0b5f5b">${name}</text></svg>`;
}
