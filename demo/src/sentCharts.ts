import { z } from 'zod';

import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { DemoPatient } from './patients.ts';
import type { DemoDocument } from './documents.ts';
import type { Chart } from './referrals/referrals.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { minutesAfter } from './clock.ts';
import type { Clock } from './clock.ts';
import { readContent } from './content.ts';
import { pdfOf } from './files/pdf.ts';
import { findChart } from './referrals/referrals.ts';

/** Phone numbers are fictitious (555-01xx), addresses end in `.example`. */
const plan = z.strictObject({
  channel: z.enum(['fax', 'direct']),
  to: z.string(),
  address: z.string(),
  subject: z.string(),
  flags: z.array(z.string()),
  /** Days ago. */
  days: z.number(),
  error: z.string().optional(),
});

interface SentDeps {
  charts: readonly Chart[];
  users: DemoUsers;
  clock: Clock;
  storage: Pick<DocumentStorage, 'put'>;
}

/** Charts of one patient that were sent by fax, one of which failed, and by Direct message. */
export async function addSentCharts(rows: Rows, { charts, users, clock, storage }: SentDeps): Promise<void> {
  const chart = findChart(charts, 'Krishnamurthy');
  const document = chart.documents.at(-1);
  if (document === undefined) throw new Error('There is no document to send');
  for (const sent of readContent('sentCharts', z.array(plan))) {
    const createdAt = clock.ago(sent.days, 3);
    await addSent(rows, storage, { ...sent, createdAt, patient: chart.patient, document, sender: users.coordinator });
  }
}

interface Row extends z.infer<typeof plan> {
  createdAt: Date;
  patient: DemoPatient;
  document: DemoDocument;
  sender: { userId: number; firstName: string; lastName: string };
}

const vendors = { fax: 'sinch', direct: 'hisp' };

function packetOf({ channel, to, address, subject, patient, document }: Row, from: string): Buffer {
  const head = [
    channel === 'fax' ? 'FAX' : 'DIRECT MESSAGE',
    `To: ${to}, ${address}`,
    `From: ${from}, Bay Colony Health`,
    `Patient: ${patient.lastName}, ${patient.firstName}, MRN ${patient.mrn}`,
    `Subject: ${subject}`,
    '',
  ];
  return pdfOf([...head, document.note.text].join('\n'));
}

async function addSent(rows: Rows, storage: SentDeps['storage'], row: Row): Promise<void> {
  const { channel, createdAt, patient, sender, error = null } = row;
  const from = `${sender.firstName} ${sender.lastName}`;
  const packet = await storage.put(packetOf(row, from));
  const endedAt = minutesAfter(createdAt, 2);
  const deliveryId = rows.add('delivery', {
    channel,
    status: error === null ? 'delivered' : 'failed',
    patient_id: patient.patientId,
    recipient_address: row.address,
    recipient_name: row.to,
    sender_address: channel === 'fax' ? '' : 'no-reply@direct.careloop.example',
    subject: row.subject,
    body: '',
    cover: JSON.stringify({
      fromName: from,
      fromOrganization: 'Bay Colony Health',
      patient: { name: `${patient.lastName}, ${patient.firstName}`, identity: `MRN ${patient.mrn}` },
      flags: row.flags,
      condensePages: false,
    }),
    packet_storage_key: packet.key,
    packet_bytes: packet.byteCount,
    packet_pages: 1,
    created_by_user_id: sender.userId,
    vendor: error === null ? vendors[channel] : null,
    created_at: createdAt,
    delivered_at: error === null ? endedAt : null,
    dedupe_key: `${channel}:demo-${row.days}`,
  });
  rows.add('delivery_attempt', {
    delivery_id: deliveryId,
    attempted_at: createdAt,
    ended_at: endedAt,
    outcome: error === null ? 'delivered' : 'failed',
    vendor: vendors[channel],
    error,
  });
  addSentDocument(rows, deliveryId, row);
}

function addSentDocument(rows: Rows, deliveryId: number, { document, createdAt }: Row): void {
  rows.add('sent_chart', {
    delivery_id: deliveryId,
    association_type: 'document',
    patient_document_id: document.patientDocumentId,
    chart_name: document.note.name,
    chart_type_name: document.note.type,
    chart_date: document.date,
    content_type: 'text/plain',
    page_count: document.pageCount,
    byte_count: document.byteCount,
    sha256: document.key,
    storage_key: document.key,
    date_sent: createdAt,
  });
}
