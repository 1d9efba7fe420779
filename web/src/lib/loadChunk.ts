// Loads code on demand (docs/domain/screens.md). Gives up after 120 s, retries three times with growing pauses while the
// server is unreachable, and reloads the page once if the server is reachable but the file is gone (a new release).

import { healthcheckApi } from '@careloop/contracts/session';
import { keep, recall } from './storage.ts';

const timeLimit = 120_000;
const firstPause = 1000;
const retries = 3;
const reloadMark = 'careloop-reloaded-for-code';
const reloadPause = 60_000;
/** If the reload has not happened after this many milliseconds, the user declined it. */
const reloadTakes = 15_000;
/** Milliseconds after which a server that sent no response is unreachable. */
const checkLimit = 10_000;

export interface ChunkTools {
  isServerThere: () => Promise<boolean>;
  /** Reloads the page. False if it was just reloaded, which did not help, or if that cannot be remembered. */
  reloadOnce: () => boolean;
  pause: (milliseconds: number) => Promise<void>;
}

const browserTools: ChunkTools = {
  isServerThere: async () => {
    try {
      const signal = AbortSignal.timeout(checkLimit);
      return (await fetch(`/api${healthcheckApi.path}`, { cache: 'no-store', signal })).ok;
    } catch {
      return false;
    }
  },
  reloadOnce: () => {
    const now = String(Date.now());
    if (Number(now) - Number(recall('session', reloadMark) ?? 0) < reloadPause) return false;
    keep('session', reloadMark, now);
    // Without storage, the page would reload again and again.
    if (recall('session', reloadMark) !== now) return false;
    window.location.reload();
    return true;
  },
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

async function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('Loading took too long', 'TimeoutError')), limit);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const failureText = 'Loading chunk failed';
const failure = (cause: unknown) => new Error(failureText, { cause });

/** Whether an error says that code could not be loaded. */
export const isLoadFailure = (error: unknown): boolean => error instanceof Error && error.message === failureText;

/**
 * Loads a chunk, with retries.
 * @throws Error "Loading chunk failed" with the last failure as its cause
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  tools: ChunkTools = browserTools,
): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await within(timeLimit, load());
    } catch (error) {
      if (attempt === retries) throw failure(error);
      if (await tools.isServerThere()) {
        // The page reloads while the caller waits, unless the user stays because of unsaved work.
        if (tools.reloadOnce()) await tools.pause(reloadTakes);
        throw failure(error);
      }
      await tools.pause(firstPause * 2 ** attempt);
    }
  }
}
