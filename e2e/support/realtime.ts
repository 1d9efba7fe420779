import type { Page } from '@playwright/test';

interface Heard {
  event: string;
  payload: { patientId?: number; referralId?: number };
}

/** Ends a message of the SignalR protocol. */
const separator = '\u001e';
const invocation = 1;

/** Everything the server tells this page in realtime from now on; what keeps the connection alive does not count. */
export function listen(page: Page): readonly Heard[] {
  const heard: Heard[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const text of payload.toString().split(separator).filter(Boolean)) {
        const message = JSON.parse(text) as { type?: number; target?: string; arguments?: Heard['payload'][] };
        if (message.type === invocation)
          heard.push({ event: message.target ?? '', payload: message.arguments?.[0] ?? {} });
      }
    }),
  );
  return heard;
}

/** Until the page's channel has shaken hands: something came through it. To be asked for before the page is opened. */
export async function untilConnected(page: Page): Promise<void> {
  const channel = await page.waitForEvent('websocket');
  await channel.waitForEvent('framereceived');
}

/** Keeps the page from hearing anything, as behind a proxy that lets no socket through. */
export async function deafen(page: Page): Promise<void> {
  await page.routeWebSocket(/\/signalr/, () => undefined);
}

/** A bad line between a page and the server. */
export interface BadLine {
  /** Loses what the server tells, for which the answer is true; asked for each frame. */
  lose: (isLost: () => boolean) => void;
  /** How often an event was lost until now. */
  countLost: (event: string) => number;
  /** Breaks the connection; the page may make a new one. */
  cut: () => Promise<void>;
}

/** Puts a line in between that can lose what the server tells, or break. Before the page is opened. */
export async function putBadLine(page: Page): Promise<BadLine> {
  let isLost = () => false;
  const lost: string[] = [];
  let cut: (() => Promise<void>) | undefined;
  await page.routeWebSocket(/\/signalr/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      // Of the handshake nothing is lost: it is no event.
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
