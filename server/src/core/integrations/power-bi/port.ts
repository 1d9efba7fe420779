import type { EmbeddedPowerBiReport, PowerBiKind, PowerBiReport } from '@careloop/contracts/reports/powerBi';

/** Power BI reports embedded in the product. */
export interface PowerBi {
  /**
   * The reports of one kind, sorted by name; empty if no workspace is configured for that kind.
   * @throws PowerBiUnavailable
   */
  listReports(kind: PowerBiKind): Promise<PowerBiReport[]>;
  /**
   * Embed URL of a report and a token for this report only; null if there is no such report of this kind.
   * @param username user to whom a report with row-level security limits its rows
   * @throws PowerBiUnavailable
   */
  openReport(kind: PowerBiKind, reportId: string, username: string): Promise<EmbeddedPowerBiReport | null>;
}

export class PowerBiUnavailable extends Error {
  override readonly name = 'PowerBiUnavailable';
  /** True if a later retry may succeed; false if the configuration must be fixed. */
  readonly isTemporary: boolean;

  constructor(message: string, options: { isTemporary: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary;
  }
}
