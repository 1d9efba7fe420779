import { severities, severity } from '@careloop/contracts/codes';
import { siteLimits } from '@careloop/contracts/site-info';
import type { SiteAlert } from '@careloop/contracts/site-info';
import { z } from 'zod';

import type { Log } from '../../platform/db/log.ts';
import type { Actor } from '../../platform/identity/actor.ts';

// The site alert from a file at a configured address (docs/domain/site-info.md).

const mostBytes = 64 * 1024;
const answerWithinMs = 5_000;
/** A newer file is looked for after this time. */
const freshForMs = 30_000;
/** While the file cannot be read, the last alert is shown for this time, so that one problem does not hide it. */
const keptForMs = 15 * 60_000;

const alertFile = z.object({
  id: z.coerce.number().int().positive(),
  enabled: z.boolean(),
  /** For all clients if empty. */
  clientIds: z.array(z.coerce.number().int().positive()).max(1_000).default([]),
  severity: z.union(severities.map((name) => z.literal(severity.codeOf(name)))).default(severity.table.low),
  header: z.string().trim().max(siteLimits.alertHeader).default(''),
  message: z.string().trim().min(1).max(siteLimits.alertMessage),
});
type AlertFile = z.infer<typeof alertFile>;

/** Reads the alert file in the background, at most once per 30 seconds; calls never wait for it. */
export class AlertFileReader {
  private readonly url: string;
  private readonly log: Pick<Log, 'warn'>;
  private current: AlertFile | null = null;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private reading: Promise<void> | null = null;

  constructor(url: string, log: Pick<Log, 'warn'>) {
    this.url = url;
    this.log = log;
  }

  /** The alert for the actor, as last read; null if there is none for them, or the file has long been unreadable. */
  alertFor({ clientIds: own }: Actor, now = Date.now()): SiteAlert | null {
    if (now - this.triedAt >= freshForMs) void this.refresh(now);
    if (this.current === null || !this.current.enabled || now - this.readAt > keptForMs) return null;
    const { clientIds, ...alert } = this.current;
    const mine = clientIds.filter((clientId) => own.includes(clientId));
    if (clientIds.length > 0 && mine.length === 0) return null;
    return { ...alert, enabled: true, clientIds: mine };
  }

  /** Reads the file; whatever goes wrong is logged and leaves the last alert. */
  refresh(now = Date.now()): Promise<void> {
    this.triedAt = now;
    this.reading ??= this.readOnce();
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    try {
      this.current = await this.read();
      this.readAt = Date.now();
    } catch (error) {
      this.log.warn({ err: error }, 'The site alert file cannot be read');
    } finally {
      this.reading = null;
    }
  }

  private async read(): Promise<AlertFile> {
    const url = new URL(this.url);
    url.searchParams.set('timestamp', String(Date.now()));
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answerWithinMs) });
    if (!response.ok || response.body === null) throw new Error(`The answer is ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > mostBytes) throw new Error(`The file has more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
    return alertFile.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  }
}
