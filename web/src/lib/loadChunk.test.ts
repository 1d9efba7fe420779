import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadChunk, type ChunkTools } from './loadChunk.ts';

function makeTools(answers: { isServerThere: boolean; mayReload?: boolean }) {
  const pauses: number[] = [];
  let reloads = 0;
  const tools: ChunkTools = {
    isServerThere: () => Promise.resolve(answers.isServerThere),
    reloadOnce: () => {
      if (answers.mayReload === false) return false;
      reloads += 1;
      return true;
    },
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  return { tools, pauses, reloads: () => reloads };
}

const failing = (times: number) => {
  let left = times;
  return () => (left-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('page'));
};

afterEach(() => void vi.useRealTimers());

describe('loading code', () => {
  it('retries three times with growing pauses while the server is unreachable', async () => {
    const { tools, pauses } = makeTools({ isServerThere: false });
    await expect(loadChunk(failing(3), tools)).resolves.toBe('page');
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it('then gives up', async () => {
    const { tools, reloads } = makeTools({ isServerThere: false });
    await expect(loadChunk(failing(4), tools)).rejects.toThrow('Loading chunk failed');
    expect(reloads()).toBe(0);
  });

  it('reloads once when the server is reachable but the file is gone', async () => {
    const { tools, reloads, pauses } = makeTools({ isServerThere: true });
    // Only visible to users who stay on the page.
    await expect(loadChunk(failing(1), tools)).rejects.toThrow('Loading chunk failed');
    expect(reloads()).toBe(1);
    expect(pauses).toEqual([15_000]);
  });

  it('fails if a reload did not help', async () => {
    const { tools } = makeTools({ isServerThere: true, mayReload: false });
    await expect(loadChunk(failing(1), tools)).rejects.toThrow('Loading chunk failed');
  });

  it('treats loading for 120 s as a failure', async () => {
    vi.useFakeTimers();
    const { tools, reloads } = makeTools({ isServerThere: true });
    loadChunk(() => new Promise(() => undefined), tools).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(reloads()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(reloads()).toBe(1);
  });
});
