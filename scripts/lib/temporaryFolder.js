import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Linux keeps it in memory. */
const inMemory = '/dev/shm';
/** Bytes. A whole run needs less than a tenth. */
const enough = 4 * 2 ** 30;
/** Milliseconds: a day. */
const longestRun = 86_400_000;

/**
 * Makes a folder for all temporary files of a test run, in memory if there is enough of it: each test file copies a
 * database of a thousand files, which takes 30 ms in memory and up to a second on the disk of a virtual machine.
 * @returns {string}
 */
export function makeTemporaryFolder() {
  const parent = hasRoom(inMemory) ? inMemory : os.tmpdir();
  removeAbandoned(parent);
  const folder = mkdtempSync(path.join(parent, `careloop-${process.pid}-`));
  // If started by root, the database runs as another user, who must be able to reach its files.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Removes the folders of interrupted runs, named by the process that made them. Containers can share the parent, but not
 * their process ids, so only old folders are removed.
 * @param {string} parent
 */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^careloop-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = path.join(parent, name);
    try {
      if (Date.now() - statSync(folder).mtimeMs < longestRun) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's folder, or one that another run is removing.
    }
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** @param {string} folder */
function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enough;
}
