import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

export default defineConfig({
  root: import.meta.dirname,
  base: '/provider/',
  plugins: [react()],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: true },
  server: {
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/signalr': { target: api, changeOrigin: false, ws: true },
    },
  },
});
