// `npm run dev`, on Node 24: the server restarts when one of its files changes, and Vite serves the web app with hot
// reload on the product's address, proxying API and realtime to the server on another port.
import { spawn } from 'node:child_process';
import path from 'node:path';

import { createServer } from 'vite';

import { root } from './lib/project.js';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const serverPort = Number(process.env.DEV_SERVER_PORT ?? port + 1);
const target = `http://127.0.0.1:${serverPort}`;

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/src/commands/start.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${host}:${port}`,
    },
  },
);

const web = await createServer({
  root: path.join(root, 'web'),
  server: {
    host,
    port,
    strictPort: true,
    proxy: { '/api': target, '/metrics': target, '/signalr': { target, ws: true } },
  },
});
await web.listen();
web.printUrls();

let isEnding = false;
async function end(signal) {
  if (isEnding) return;
  isEnding = true;
  await web.close();
  // Ctrl-C in a terminal has already reached the server.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(signal));
server.on('exit', (code) => {
  process.exitCode = code ?? 0;
  if (!isEnding) void web.close();
});
