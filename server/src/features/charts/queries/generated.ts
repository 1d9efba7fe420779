import type { GeneratedChart } from '@careloop/contracts/charts/generated';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeeConsultation } from '../../../core/access/consultationAccess.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { mayRead } from '../../messages/shared/visibility.ts';

const ofPatient = shape<{ patientId: number }, { p: 'patient' }>({ patientId: 'p.patient_id' });

/** The patient of an appointment; undefined if the actor may see neither the patient nor the referral it was made for. */
export async function findChartAppointment(db: Db, actor: Actor, patientAppointmentId: number) {
  const { rows } = await ofPatient.from`patient_appointment a join patient p on p.patient_id = a.patient_id
    left join referral r on r.referral_id = a.referral_id
    where a.patient_appointment_id = ${patientAppointmentId} and (${maySeePatient(actor)}
      or (r.referral_id is not null and ${maySeeReferral(actor)}))`.execute(db);
  return rows[0];
}

/** The patient of a referral; undefined if the actor may not see it. */
export async function findChartReferral(db: Db, actor: Actor, referralId: number) {
  const { rows } = await ofPatient.from`referral r join patient p on p.patient_id = r.patient_id
    where r.referral_id = ${referralId} and ${maySeeReferral(actor)}`.execute(db);
  return rows[0];
}

export async function hasEncounter(db: Db, patientId: number, patientEncounterId: number): Promise<boolean> {
  const encounter = await db
    .selectFrom('patient_encounter')
    .select('patient_encounter_id')
    .where('patient_id', '=', patientId)
    .where('patient_encounter_id', '=', patientEncounterId)
    .executeTakeFirst();
  return encounter !== undefined;
}

type SentContent = Omit<GeneratedChart, 'html' | 'isSent'> & { html: string };

const sentContent = shape<Omit<SentContent, 'html'> & { html: string | null }, { sc: 'sent_chart'; p: 'patient' }>({
  patientId: 'p.patient_id',
  title: 'sc.chart_type_name',
  html: 'sc.content',
  preparedAt: iso('sc.date_sent'),
  sha256: 'sc.sha256',
});

/**
 * A chart other than a document, as sent with a referral, a consultation or a message. Undefined unless the actor may see that
 * request, or the message was sent to the actor or someone they act for, who may still read it.
 */
export async function findSentContent(db: Db, actor: Actor, sentChartId: number): Promise<SentContent | undefined> {
  const { rows } = await sentContent.from`sent_chart sc left join referral r on r.referral_id = sc.referral_id
    left join consultation cr on cr.consultation_id = sc.consultation_id
    left join conversation c on c.conversation_id = sc.conversation_id
    join patient p on p.patient_id = coalesce(r.patient_id, cr.patient_id, c.patient_id)
    where sc.sent_chart_id = ${sentChartId} and sc.content is not null
      and ((r.referral_id is not null and ${maySeeReferral(actor)})
        or (cr.consultation_id is not null and ${maySeeConsultation(actor)})
        or exists (select from user_message own where own.conversation_id = sc.conversation_id
          and own.sequence = sc.message_sequence and own.user_id = any(${actor.userIds}::bigint[])
          and ${mayRead(sql`own.user_id`)}))`.execute(db);
  const [row] = rows;
  return row === undefined || row.html === null ? undefined : { ...row, html: row.html };
}
