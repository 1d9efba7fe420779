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

/** Keeps the page from hearing anything, as behind a proxy that lets no socket through. */
export async function deafen(page: Page): Promise<void> {
  await page.routeWebSocket(/\/signalr/, () => undefined);
}
