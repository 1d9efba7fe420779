import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { HubConnection } from '@microsoft/signalr';

import { createDatabase } from '../src/platform/db/client.ts';
import { startWeb } from '../src/commands/startup/web.ts';
import type { RunningWeb } from '../src/commands/startup/web.ts';
import type { TestApp } from './harness.ts';

export interface Heard {
  event: RealtimeEventName;
  payload: Record<string, unknown>;
}

/** A browser's realtime connection, and the events it has received, in order. */
export interface Browser {
  connection: HubConnection;
  heard: Heard[];
  /** Whether the server has closed it for good. */
  isClosed: () => boolean;
}

export interface WebBeside extends RunningWeb {
  listen(caller: { token: string }): Promise<Browser>;
}

/** Starts another web process on the test's database, which receives events of calls to the first one. */
export async function startWebBeside(app: TestApp, name = 'web-2'): Promise<WebBeside> {
  const db = createDatabase({ url: app.databaseUrl, maxConnections: 4, applicationName: name, log: app.deps.log });
  const web = await startWeb({ ...app.deps, db }, app.databaseUrl);
  const connections: HubConnection[] = [];
  return {
    ...web,
    async listen(caller) {
      const browser = await openBrowser(web, caller);
      connections.push(browser.connection);
      return browser;
    },
    async stop() {
      await Promise.all(connections.map((connection) => connection.stop()));
      await web.stop();
      await db.destroy();
    },
  };
}

async function openBrowser(web: RunningWeb, { token }: { token: string }): Promise<Browser> {
  const connection = new HubConnectionBuilder()
    .withUrl(`${web.address}/signalr`, { accessTokenFactory: () => token })
    .withAutomaticReconnect()
    .configureLogging(LogLevel.None)
    .build();
  const heard: Heard[] = [];
  for (const event of Object.keys(realtimeEvents) as RealtimeEventName[]) {
    connection.on(event, (payload: Record<string, unknown>) => void heard.push({ event, payload }));
  }
  let isClosed = false;
  connection.onclose(() => (isClosed = true));
  await connection.start();
  return { connection, heard, isClosed: () => isClosed };
}
