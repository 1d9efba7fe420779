/** A message on any channel. A delivery always produces the same bytes, however often it is sent. */
export interface OutgoingMessage {
  to: string;
  from: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** `<...@domain>`; the recipient's mail server recognizes a duplicate by it. */
  messageId: string;
  /** When the delivery was created, not when it is sent. */
  date: Date;
  /** Identifies this attempt at the vendor, for a later lookup. */
  reference: string;
  deliveryId: number;
  patientId: number | null;
  /** The attached PDF. */
  packet?: { fileName: string; bytes: Uint8Array; sha256: string } | undefined;
}

/** A vendor's report about a message it accepted. */
export interface VendorReport {
  vendorReference: string;
  state: 'accepted' | 'delivered' | 'failed';
  error: string | null;
  /** Set if a text message was refused because the number has opted out. */
  isOptedOut?: boolean;
}

/** What a vendor needs to look up an attempt. */
export interface SentAttempt {
  reference: string;
  /** Null until the vendor's response was stored. */
  vendorReference: string | null;
  to: string;
  text: string;
  attemptedAt: Date;
  /** The vendor's references of other attempts to this recipient: a lost one is not found in them. */
  ofOthers: readonly string[];
}

/**
 * Milliseconds after which an attempt without a response was lost with its process. Longer than `send` of any vendor of the
 * channel takes: an export to an EMR is several calls per document.
 */
export function lostAfterMs(channel: string): number {
  return channel === 'emr' ? 10 * 60_000 : 2 * 60_000;
}

/** Sends messages on one channel. */
export interface DeliverySender {
  /** Name in the ledger. */
  readonly vendor: string;
  /** Whether the recipient recognizes a duplicate message. False for faxes, which would be printed twice. */
  readonly mayRepeat: boolean;
  /**
   * Resolves when the message was accepted; `isPending` if the vendor reports delivery later. Must end within lostAfterMs().
   * @throws UndeliverableError if a retry cannot succeed; NotTakenError if the vendor certainly did not accept it; any
   * other error if that is unknown
   */
  send(message: OutgoingMessage): Promise<{ vendorReference: string | null; isPending?: boolean }>;
  /** Looks up the outcome of an attempt; null if the vendor never received it. Absent if the vendor offers no lookup. */
  find?: (attempt: SentAttempt) => Promise<VendorReport | null>;
}

/** The vendor refuses this message permanently, for example because the number does not exist. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

/** The vendor did not accept the message now, but may accept it later. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

/** Sends nothing: the message stays in the ledger, where the product shows it. */
export const outbox: DeliverySender = {
  vendor: 'outbox',
  mayRepeat: true,
  send: async () => ({ vendorReference: null }),
};
