import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { productNode, root } from './project.js';

/**
 * Runs a program of the product in the foreground: it inherits our output, gets our signals, and its exit code is
 * returned.
 * @param {string[]} args arguments of Node 24
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code
 */
export function runInForeground(args, env = process.env) {
  const child = spawn(productNode, args, { cwd: root, env, stdio: 'inherit' });
  const forward = (signal) => {
    // A terminal has already sent Ctrl-C to the whole process group; a second signal could abort a clean shutdown.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
