import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './vite.chunks.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

/** Asks for the font along with the style sheet that names it: the text does not change under the reader's eyes. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml(_html, { bundle = {} }) {
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
      return fonts.map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/provider/${name}`, crossorigin: true },
      }));
    },
  };
}

const compressed = promisify(brotliCompress);

/**
 * Compresses scripts and style sheets once, as far as Brotli can: a sixth smaller than the server would make them anew for each
 * browser. It serves these files to browsers that take them.
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
    // The content security policy wants fonts and pictures as files.
    assetsInlineLimit: 0,
    // Every browser that runs what it preloads knows it.
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
