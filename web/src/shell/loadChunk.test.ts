import { describe, expect, it } from 'vitest';
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

describe('loading code', () => {
  it('waits for a server that is away, three times with growing pauses', async () => {
    const { tools, pauses } = makeTools({ isServerThere: false });
    await expect(loadChunk(failing(3), tools)).resolves.toBe('page');
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it('gives up after that', async () => {
    const { tools, reloads } = makeTools({ isServerThere: false });
    await expect(loadChunk(failing(4), tools)).rejects.toThrow('Failed to fetch');
    expect(reloads()).toBe(0);
  });

  it('reloads once when the server is there but the file is gone', async () => {
    const { tools, reloads, pauses } = makeTools({ isServerThere: true });
    void loadChunk(failing(1), tools);
    await expect.poll(reloads).toBe(1);
    expect(pauses).toEqual([]);
  });

  it('fails when a reload did not help', async () => {
    const { tools } = makeTools({ isServerThere: true, mayReload: false });
    await expect(loadChunk(failing(1), tools)).rejects.toThrow('Failed to fetch');
  });
});
