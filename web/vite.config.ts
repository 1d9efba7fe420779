import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './vite.chunks.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

/** Preloads the font of Latin letters with the style sheet that uses it: the text does not change while it is read. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml(_html, { bundle = {} }) {
      const fonts = Object.keys(bundle).filter((name) => /inter-latin-wght[^/]*\.woff2$/.test(name));
      return fonts.map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/provider/${name}`, crossorigin: true },
      }));
    },
  };
}

const compressed = promisify(brotliCompress);

/**
 * Compresses scripts and style sheets at build time with the highest Brotli level: a sixth smaller than compressing them
 * per request. The server sends these files to browsers that support it.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(dir, name);
          await writeFile(`${file}.br`, await compressed(await readFile(file)));
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/provider/',
  plugins: [react(), preloadFont(), precompress()],
  build: {
    target: 'es2023',
    // The content security policy requires fonts and images as files.
    assetsInlineLimit: 0,
    // Every supported browser has module preload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/signalr': { target: api, changeOrigin: false, ws: true },
    },
  },
});
