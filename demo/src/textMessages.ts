import { clientIds } from './organization.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

interface Plan {
  patient: string;
  sender: Username;
  text: string;
  daysAgo: number;
  reply?: string;
  /** The owner of a number shared by several patients; a reply cannot be matched to one of them. */
  atNumberOf?: string;
}

const plans: readonly Plan[] = [
  {
    patient: 'Kaczmarek',
    sender: 'coordinator',
    text: 'Your care team at Bay Colony has a question about transport. Please call us back.',
    daysAgo: 3,
    reply: 'I can talk tomorrow after 10.',
  },
  {
    patient: 'Fitzgerald',
    sender: 'coordinator',
    text: 'Bay Colony: please call the office when you have a moment.',
    daysAgo: 1,
  },
  {
    patient: 'Krishnamurthy',
    sender: 'coordinator',
    text: 'Bay Colony: we have moved your visit. Please call us for the new time.',
    daysAgo: 2,
    atNumberOf: 'Fitzgerald',
    reply: 'Which of us is this about? Thursday does not work.',
  },
];

/** The sender number used if none is configured. */
const senderNumber = '+16175550100';

/** Text messages sent to patients, and one reply. */
export function addTextMessages(rows: Rows, patients: DemoPatient[], users: DemoUsers): void {
  for (const [index, { patient: lastName, sender, text, daysAgo, reply, atNumberOf }] of plans.entries()) {
    const patient = patients.find((one) => one.lastName === lastName);
    const reached = patients.find((one) => one.lastName === (atNumberOf ?? lastName));
    if (patient === undefined || !reached?.cellPhone) throw new Error(`Nobody to text: ${lastName}`);
    const number = `+1${reached.cellPhone}`;
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
