import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { Line } from '../lines/line.ts';
import type { World, WorldOptions } from './world.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** The product and the bench of another commit: each has its own schema, so each fills its database itself. */
export interface OtherCommit {
  name: string;
  lines: readonly Line[];
  buildWorld: (options: WorldOptions) => Promise<World>;
  remove: () => Promise<void>;
}

/**
 * Loads the bench of another commit, of which it needs the data, the lines and their requests.
 * @param commit a commit, which is checked out into a temporary folder, or a folder in which one is checked out and installed
 */
export async function openOtherCommit(commit: string, say: (text: string) => void): Promise<OtherCommit> {
  const isFolder = (await stat(commit).catch(() => null))?.isDirectory() === true;
  if (isFolder) return { ...(await loadBench(path.resolve(commit))), remove: () => Promise.resolve() };
  const parent = await mkdtemp(path.join(tmpdir(), 'careloop-against-'));
  const folder = path.join(parent, 'product');
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root });
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    await rm(parent, { recursive: true, force: true });
  };
  try {
    say(`${commit}: installing packages`);
    await install(folder);
    return { ...(await loadBench(folder)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function loadBench(folder: string): Promise<Omit<OtherCommit, 'remove'>> {
  const { stdout: name } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder });
  const moduleOf = async (file: string): Promise<unknown> =>
    import(pathToFileURL(path.join(folder, 'bench/src', file)).href);
  const { lines } = (await moduleOf('run.ts')) as Pick<OtherCommit, 'lines'>;
  const { buildWorld } = (await moduleOf('world/world.ts')) as Pick<OtherCommit, 'buildWorld'>;
  return { name: name.trim(), lines, buildWorld };
}

/** Links our packages if the commit needs the same ones; those of the workspaces are relative links to its own folders. */
async function install(folder: string): Promise<void> {
  const lockOf = (place: string) => readFile(path.join(place, 'package-lock.json'), 'utf8');
  if ((await lockOf(root)) !== (await lockOf(folder))) {
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts=false'], { cwd: folder });
    return;
  }
  const [ours, theirs] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  await mkdir(theirs);
  for (const name of await readdir(ours)) {
    if (name === '@careloop')
      await cp(path.join(ours, name), path.join(theirs, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) await symlink(path.join(ours, name), path.join(theirs, name));
  }
}
