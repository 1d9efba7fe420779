/** What leaves the product, by whatever channel. The same delivery has the same bytes, however often it is sent. */
export interface OutgoingMessage {
  to: string;
  from: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** By which the recipient's mail server knows a message that comes twice: `<...@domain>`. */
  messageId: string;
  /** When it was written, not when it is sent. */
  date: Date;
  /** Names this attempt for the vendor, which can be asked about it later. */
  reference: string;
  deliveryId: number;
  patientId: number | null;
  /** The PDF that goes along. */
  packet?: { fileName: string; bytes: Uint8Array; sha256: string } | undefined;
}

/** What a vendor says about something it took. */
export interface VendorReport {
  vendorReference: string;
  state: 'accepted' | 'delivered' | 'failed';
  error: string | null;
}

/** What is needed to ask a vendor about an attempt. */
export interface AskedAttempt {
  reference: string;
  /** Null until the vendor's answer was kept. */
  vendorReference: string | null;
  to: string;
  text: string;
  attemptedAt: Date;
}

/** Something that takes messages of one channel. */
export interface DeliverySender {
  /** Stands in the ledger. */
  readonly vendor: string;
  /** Whether the recipient recognizes the same message when it comes twice. A fax is printed twice. */
  readonly mayRepeat: boolean;
  /**
   * Resolves when the message was taken; `isPending` when the vendor reports later whether it arrived.
   * @throws UndeliverableError when trying again is of no use; NotTakenError when the vendor surely did not take it; any
   * other error when that is not known
   */
  send(message: OutgoingMessage): Promise<{ vendorReference: string | null; isPending?: boolean }>;
  /** What became of an attempt; null when the vendor has never got it. Absent where a vendor cannot be asked. */
  find?: (attempt: AskedAttempt) => Promise<VendorReport | null>;
}

/** The vendor refuses this message for good: a number that does not exist, a message it does not take. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

/** The vendor did not take the message now and may take it later. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

/** Keeps what would have been sent: the ledger, which the product shows, is all of it. */
export const outbox: DeliverySender = {
  vendor: 'outbox',
  mayRepeat: true,
  send: async () => ({ vendorReference: null }),
};
