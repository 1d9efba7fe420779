/** An e-mail as it leaves the product. The same message has the same bytes, however often it is sent. */
export interface EmailMessage {
  to: string;
  from: string;
  subject: string;
  /** Plain text: there is no mark-up in which something could hide, and every client shows it. */
  text: string;
  /** By which the recipient's server knows a message that comes twice: `<...@domain>`. */
  messageId: string;
  /** When it was written, not when it is sent. */
  date: Date;
}

/** Something that takes e-mail. */
export interface EmailSender {
  /** Stands in the delivery ledger. */
  readonly vendor: string;
  /**
   * Resolves when the message was taken.
   * @returns the vendor's own name for it, if it gave one
   * @throws UndeliverableError when trying again is of no use; any other error when it may be
   */
  send(message: EmailMessage): Promise<{ vendorReference: string | null }>;
}

/** The vendor refuses this message for good: an address that does not exist, a message it does not take. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}
