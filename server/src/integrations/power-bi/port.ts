import type { EmbeddedPowerBiReport, PowerBiKind, PowerBiReport } from '@careloop/contracts/reports/powerBi';

/** Reports that are made elsewhere and shown inside the product. */
export interface PowerBi {
  /**
   * The reports of one kind, by name; none where no workspace holds that kind.
   * @throws PowerBiUnavailable
   */
  listReports(kind: PowerBiKind): Promise<PowerBiReport[]>;
  /**
   * Where a report is shown, and a token that opens it alone; null when there is no such report of this kind.
   * @param username whose rows a report shows that narrows them to the user
   * @throws PowerBiUnavailable
   */
  openReport(kind: PowerBiKind, reportId: string, username: string): Promise<EmbeddedPowerBiReport | null>;
}

export class PowerBiUnavailable extends Error {
  override readonly name = 'PowerBiUnavailable';
  /** Waiting helps; otherwise somebody must mend the setup. */
  readonly isTemporary: boolean;

  constructor(message: string, options: { isTemporary: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary;
  }
}
