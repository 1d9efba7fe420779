import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { renderLimits } from './limits.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** What a rendering process is made of; it can read nothing else. */
const code = ['node_modules', 'contracts', 'server/src/platform', 'server/package.json', 'package.json'];

/** A user id that no account has. Processes of other users can neither read its memory nor be signaled by it. */
const renderUser = 59_932;
const unshare = '/usr/bin/unshare';

/** How far this machine lets a rendering process be confined. */
export interface Confinement {
  /** The user that the process becomes; null for that of this process. */
  user: number | null;
  /** Command that starts it in a network of its own, which has no interfaces; null if there is none. */
  withoutNetwork: readonly string[] | null;
}

let found: Promise<Confinement> | undefined;

/** Asks the machine once. */
export function findConfinement(): Promise<Confinement> {
  return (found ??= findNow());
}

async function findNow(): Promise<Confinement> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot && (await othersCanRead()) ? renderUser : null;
  for (const options of [...(isRoot ? [['--net']] : []), ['--user', '--net']]) {
    const works = await promisify(execFile)(unshare, [...options, '--', process.execPath, '--version'])
      .then(() => true)
      .catch(() => false);
    if (works) return { user: options.length > 1 ? null : user, withoutNetwork: [unshare, ...options, '--'] };
  }
  return { user, withoutNetwork: null };
}

/** Whether another user can read the code: not if the product is installed in a private folder. */
async function othersCanRead(): Promise<boolean> {
  try {
    for (const file of [...code.map((name) => `${root}${name}`), process.execPath]) {
      const { mode } = await stat(file);
      if ((mode & constants.S_IROTH) === 0) return false;
      for (let folder = dirname(file); ; folder = dirname(folder)) {
        if (((await stat(folder)).mode & constants.S_IXOTH) === 0) return false;
        if (folder === dirname(folder)) break;
      }
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a rendering process: without environment, files (but its own code), network, other processes and, if this process is
 * root's, without root's rights. Files arrive on its fifth descriptor.
 */
export function startConfined(program: URL, { user, withoutNetwork }: Confinement): ChildProcess {
  const [command, ...before] = withoutNetwork === null ? [process.execPath] : [...withoutNetwork, process.execPath];
  const child = fork(fileURLToPath(program), [String(user ?? '')], {
    env: {},
    ...(command !== undefined && { execPath: command }),
    execArgv: [
      ...before,
      '--permission',
      ...code.map((name) => `--allow-fs-read=${root}${name}`),
      '--allow-addons',
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${renderLimits.heapMb}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
  if (child.pid !== undefined) void endFirst(child.pid);
  return child;
}

/** If memory runs out, the system ends it before the server and the database. */
async function endFirst(pid: number): Promise<void> {
  if (process.platform === 'linux') await writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {});
}
