// Plain JavaScript: these scripts run before anything is installed, on the machine's own Node (20 or newer).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

/** The Node that runs the product, from the npm package `node`. */
export const productNode = path.join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * The JavaScript file behind a command of an installed package.
 * @param {string} packageName
 * @param {string} [command]
 * @returns {string}
 */
export function commandFile(packageName, command = packageName) {
  const directory = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
  return path.join(directory, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Resolves paths in arguments relative to the folder where npm was called, not to the project.
 * @param {string[]} args
 * @returns {string[]}
 */
export function resolvePaths(args) {
  const calledFrom = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg) => {
    const file = path.resolve(calledFrom, arg);
    return !arg.startsWith('-') && existsSync(file) ? file : arg;
  });
}

/**
 * The same for a folder that may not exist yet.
 * @param {string[]} args
 * @returns {string[]}
 */
export function resolveFolders(args) {
  const calledFrom = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg) => (arg.startsWith('-') ? arg : path.resolve(calledFrom, arg)));
}
