import type { DeliverySender } from '../sender.ts';

/** Sender for the e-mail channel. */
export type EmailSender = DeliverySender;
