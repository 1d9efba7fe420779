import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

export default defineConfig({
  root: import.meta.dirname,
  base: '/provider/',
  plugins: [react()],
  build: {
    target: 'es2023',
    // The content security policy wants fonts and pictures as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Together and first: zod must be told not to generate code before a schema is made (src/zodConfig.ts).
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|src\/zodConfig/ }] },
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
