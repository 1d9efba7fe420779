import type { DeliverySender } from '../sender.ts';

/** Sender for the email channel. */
export type EmailSender = DeliverySender;
