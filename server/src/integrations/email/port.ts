import type { DeliverySender } from '../sender.ts';

/** Something that takes e-mail. */
export type EmailSender = DeliverySender;
