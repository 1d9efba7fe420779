import type { PatientDocument } from '@careloop/contracts/charts';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { appointmentStatus } from '@careloop/contracts/codes';
import type { LinkedReferral } from '@careloop/contracts/referrals/linked';
import type {
  ReferralAppointment,
  ReferralComment,
  ReferralDelivery,
  ReferralEvent,
} from '@careloop/contracts/referrals/story';
import type { Correspondent } from '@careloop/contracts/messages/linked';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import { sentOrReturned } from '../../../core/charts/sentCharts.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { iso, jsonRows, shape } from '../../../platform/db/shape.ts';
import { sharedStatement } from '../../../platform/db/sharedStatement.ts';
import { shownDelivery } from '../../../core/integrations/deliveryShape.ts';
import { documentTables, patientDocument } from '../../charts/shared/queries.ts';
import { findOriginConsultation } from '../../consultations/shared/queries/linked.ts';
import type { DocumentTables } from '../../charts/shared/queries.ts';
import { findLinkedMessages, linkedColumns, linkingOf } from '../../messages/shared/linked.ts';
import type { Linking } from '../../messages/shared/linked.ts';
import { providerAddress, providerAddressTables } from '../../directory/shared/queries/providerAddress.ts';

const timelineEvent = shape<ReferralEvent, { v: 'referral_event' }>({
  referralEventId: 'v.referral_event_id',
  occurredAt: iso('v.occurred_at'),
  action: 'v.action',
  userId: 'v.user_id',
  userFullName: sql`u.first_name || ' ' || u.last_name`,
  onBehalfOfFullName: sql`f.first_name || ' ' || f.last_name`,
  fromStatus: 'v.from_status',
  toStatus: 'v.to_status',
  reason: 'v.reason',
  comment: 'v.comment',
  changes: sql`coalesce(v.changes, '[]'::jsonb)`,
});

const comment = shape<ReferralComment, { c: 'referral_comment' }>({
  referralCommentId: 'c.referral_comment_id',
  referralId: 'c.referral_id',
  userId: 'c.user_id',
  userFullName: sql`u.first_name || ' ' || u.last_name`,
  comment: 'c.comment',
  isQuestion: 'c.is_question',
  dateCreated: iso('c.date_created'),
});

const appointment = shape<ReferralAppointment, { ap: 'patient_appointment' }>({
  patientAppointmentId: 'ap.patient_appointment_id',
  appointmentTime: iso('ap.appointment_time'),
  timeZone: 'ap.time_zone',
  status: 'ap.status',
  statusCode: codeOf('ap.status', appointmentStatus.table),
  description: 'ap.description',
  healthcareProviderId: 'ap.healthcare_provider_id',
  providerName: sql`pr.last_name || ', ' || pr.first_name`,
  address: providerAddress.jsonIfFound('a.address_id'),
});

/** A document under the name it had when it was sent; a receiver for whom the referral is over sees no later change. */
const sentDocument = shape<PatientDocument, DocumentTables & { sc: 'sent_chart' }>({
  ...patientDocument.columns,
  documentName: 'sc.chart_name',
});

const linked = shape<Linked, LinkedTables>({
  referralId: 'r.referral_id',
  status: 'r.status',
  dateCreated: iso('r.date_created'),
  referredToName: sql`t.last_name || ', ' || t.first_name`,
  specialtyName: 's.name',
  isPrevious: sql`r.referral_id = this.previous_referral_id`,
});

interface LinkedTables {
  r: 'referral';
  t?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

/** The referrals before and after this one, if the actor may see them. */
function findLinked(actor: Actor, referralId: number) {
  return linked.from`referral this
    join referral r on r.referral_id = this.previous_referral_id or r.previous_referral_id = this.referral_id
    join patient p on p.patient_id = r.patient_id
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
    where this.referral_id = ${referralId} and ${maySeeReferral(actor)}`;
}

/** If the referral is over for the actor, leaves out what came later. Rows of the final transaction have the same time. */
const until = (column: string, isOver: boolean) =>
  isOver
    ? sql`and ${sql.ref(column)} <= (select r.status_changed_at from referral r where r.referral_id = ${sql.ref(`${column.split('.')[0]}.referral_id`)})`
    : sql``;

type Linked = LinkedReferral & { isPrevious: boolean };

interface Lists {
  hasMessages: boolean;
  messageTo: Correspondent | null;
  charts: (SentChart & { isConsultNote: boolean })[];
  documents: PatientDocument[];
  timeline: ReferralEvent[];
  comments: ReferralComment[];
  deliveries: ReferralDelivery[];
  appointments: ReferralAppointment[];
  /** Whether a referral precedes or follows it, and whether it was created from a consultation. */
  isLinked: boolean;
  isOfConsultation: boolean;
}

interface Listed {
  referralId: number;
  patientId: number;
  /** Whether it is over for the actor, who then sees only what was sent and written until that time. */
  isOver: boolean;
  /** The user on the other side, to whom the actor can write. */
  otherUserId: number | null;
}

const listTypes = { referralId: 'bigint', patientId: 'bigint', otherUserId: 'bigint' } as const;

/** All lists as columns of one row: referrals are opened often, and separate statements would each use a connection. */
const listsOf = sharedStatement<Omit<Listed, 'isOver'>, Lists, Linking & { isOver: boolean }>(
  listTypes,
  (given, { isOver, ...linking }) => {
    const { referralId, patientId, otherUserId } = given;
    const lists = shape<Lists, object>({
      ...linkedColumns({ column: 'referral_id', id: referralId, patientId, otherUserId }, linking),
      charts: jsonRows(sentOrReturned(referralId)),
      documents: jsonRows(
        sentDocument.from`sent_chart sc join (${documentTables}) using (patient_document_id)
        where sc.referral_id = ${referralId} and not sc.is_consult_note order by d.date_provided desc, d.patient_document_id`,
      ),
      timeline: jsonRows(
        timelineEvent.from`referral_event v join user_account u on u.user_id = v.user_id
        left join user_account f on f.user_id = v.on_behalf_of_user_id
        where v.referral_id = ${referralId} ${until('v.occurred_at', isOver)} order by v.referral_event_id`,
      ),
      comments: jsonRows(
        comment.from`referral_comment c join user_account u on u.user_id = c.user_id
        where c.referral_id = ${referralId} ${until('c.date_created', isOver)} order by c.referral_comment_id`,
      ),
      deliveries: jsonRows(
        shownDelivery.from`delivery d left join user_account u on u.user_id = d.recipient_user_id
        where d.referral_id = ${referralId} ${until('d.created_at', isOver)} order by d.delivery_id`,
      ),
      appointments: jsonRows(
        appointment.from`patient_appointment ap
        left join healthcare_provider pr on pr.healthcare_provider_id = ap.healthcare_provider_id
        left join (${providerAddressTables})
          on l.healthcare_provider_address_info_id = ap.healthcare_provider_address_info_id
        where ap.referral_id = ${referralId} order by ap.patient_appointment_id desc`,
      ),
      isLinked: sql`exists (select from referral r where r.previous_referral_id = ${referralId}
      or r.referral_id = ${referralId} and r.previous_referral_id is not null)`,
      isOfConsultation: sql`exists (select from consultation where followed_by_referral_id = ${referralId})`,
    });
    return lists.from`(select) as one`;
  },
);

/** The lists of a referral. The caller has already checked access to the referral. */
export async function findReferralLists(db: Db, actor: Actor, listed: Listed) {
  const { referralId, isOver } = listed;
  const [row] = await listsOf(db, listed, { ...linkingOf(actor, listed), isOver });
  const { charts, documents, timeline, comments, deliveries, appointments, ...found } = row ?? nothing;
  // The access check of linked items takes longer to plan than everything else to read, and few referrals have any.
  const [messages, links, consultations] = await Promise.all([
    findLinkedMessages(db, actor, { column: 'referral_id', id: referralId }, found.hasMessages),
    found.isLinked ? findLinked(actor, referralId).execute(db) : none,
    found.isOfConsultation ? findOriginConsultation(actor, referralId).execute(db) : none,
  ]);
  return {
    messages,
    messageTo: found.messageTo,
    referralPatientDocuments: documents,
    patientCharts: charts.filter((chart) => !chart.isConsultNote),
    consultNotes: charts.filter((chart) => chart.isConsultNote),
    timeline,
    comments,
    deliveries,
    appointment: appointments[0] ?? null,
    earlierAppointments: appointments.slice(1),
    previousReferral: links.rows.find((row) => row.isPrevious) ?? null,
    originConsultation: consultations.rows[0] ?? null,
    nextReferral: (isOver ? undefined : links.rows.find((row) => !row.isPrevious)) ?? null,
  };
}

/** Satisfies the type; the select always returns a row. */
const nothing: Lists = {
  hasMessages: false,
  messageTo: null,
  charts: [],
  documents: [],
  timeline: [],
  comments: [],
  deliveries: [],
  appointments: [],
  isLinked: false,
  isOfConsultation: false,
};
const none = { rows: [] };
