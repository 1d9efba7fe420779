import type { Page } from '@playwright/test';

/**
 * Resolves after the handshake of the page's realtime channel, at its first received frame. Call it before the page is
 * opened.
 */
export async function untilConnected(page: Page): Promise<void> {
  // Signing in may take several steps before it, so only the time limit of the journey applies.
  const channel = await page.waitForEvent('websocket', { timeout: 0 });
  await channel.waitForEvent('framereceived');
}

/** Blocks the realtime channel, as a proxy without WebSocket support does. */
export async function blockRealtime(page: Page): Promise<void> {
  await page.routeWebSocket(/\/signalr/, () => undefined);
}

/** An unreliable connection between a page and the server. */
export interface BadLine {
  /** Drops each event for which `isLost` returns true. */
  lose: (isLost: () => boolean) => void;
  /** Number of times this event has been dropped so far. */
  countLost: (event: string) => number;
  /** Closes the connection; the page may reconnect. */
  cut: () => Promise<void>;
}

/** Routes the page's realtime channel through an unreliable connection. Call it before the page is opened. */
export async function putBadLine(page: Page): Promise<BadLine> {
  let isLost = () => false;
  const lost: string[] = [];
  let cut: (() => Promise<void>) | undefined;
  await page.routeWebSocket(/\/signalr/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      // The handshake is not an event and is never dropped.
      if (message.toString().includes('"target"') && isLost()) lost.push(message.toString());
      else socket.send(message);
    });
    cut = () => socket.close({ code: 1012 });
  });
  return {
    lose: (next) => {
      isLost = next;
    },
    countLost: (event) => lost.filter((message) => message.includes(`"${event}"`)).length,
    cut: async () => await cut?.(),
  };
}
