import { z } from 'zod';

import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { named, readContent } from './content.ts';
import { clientIds } from './organization.ts';
import { username } from './users.ts';

const plan = z.strictObject({
  /** Last name. */
  patient: z.string(),
  sender: username,
  text: z.string(),
  daysAgo: z.number(),
  reply: z.string().optional(),
  /** The owner of a number shared by several patients; a reply cannot be matched to one of them. */
  atNumberOf: z.string().optional(),
});

/** The sender number used if none is configured. */
const senderNumber = '+16175550100';

/** Text messages sent to patients, and one reply. */
export function addTextMessages(rows: Rows, patients: DemoPatient[], users: DemoUsers): void {
  const plans = readContent('textMessages', z.array(plan));
  for (const [index, { patient: lastName, sender, text, daysAgo, reply, atNumberOf }] of plans.entries()) {
    const patient = named(patients, lastName);
    const { cellPhone } = named(patients, atNumberOf ?? lastName);
    if (cellPhone === null) throw new Error(`Nobody to text: ${lastName}`);
    const number = `+1${cellPhone}`;
    const sentAt = patient.clock.ago(daysAgo, 3, 20);
    const deliveryId = rows.add('delivery', {
      channel: 'sms',
      status: 'delivered',
      client_id: clientIds[patient.client],
      patient_id: patient.patientId,
      recipient_address: number,
      recipient_name: `${patient.firstName} ${patient.lastName}`,
      sender_address: senderNumber,
      body: text,
      vendor: 'twilio',
      created_by_user_id: users[sender].userId,
      created_at: sentAt,
      delivered_at: sentAt,
      dedupe_key: `text-message:demo-${index + 1}`,
    });
    rows.add('delivery_attempt', {
      delivery_id: deliveryId,
      attempted_at: sentAt,
      outcome: 'delivered',
      vendor: 'twilio',
    });
    if (reply === undefined) continue;
    rows.add('sms_reply', {
      vendor_reference: `demo-${index + 1}`,
      from_phone: number,
      body: reply,
      received_at: patient.clock.ago(daysAgo, 2, 50),
      ...(atNumberOf === undefined
        ? { delivery_id: deliveryId, patient_id: patient.patientId }
        : { client_id: clientIds[patient.client] }),
    });
  }
}
