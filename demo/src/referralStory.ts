import { declineReasonLabels, WorkQueue } from '@careloop/contracts/codes';

import type { DeclineReason, ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import type { DemoEncounter } from './encounters.ts';
import type { DemoPatient } from './patients.ts';
import type { DemoProvider } from './providers.ts';
import type { Random } from './random.ts';
import type { Step } from './referralPlans.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { daysAfter, minutesAfter } from './clock.ts';
import { clientIds } from './organisation.ts';
import { firstQueueOf, QueueItems } from './workQueueItems.ts';

interface Sending {
  patient: DemoPatient;
  sender: number;
  behalf: number | null;
  receiver: DemoProvider | null;
  sentAt: Date;
  urgencyDays: number;
  random: Random;
}

interface Who {
  by: number;
  for: number | null;
  at: Date;
}

interface TimelineEntry extends Who {
  action: ReferralEvent['action'];
  from: ReferralStatus | null;
  to: ReferralStatus;
  reason: string | null;
  comment: string | null;
}

interface Visit extends Who {
  time: Date;
  text: string | null;
}

/** Plays a referral's life step by step, by the product's own rules, and keeps what each step leaves behind. */
export class ReferralStory {
  readonly patient: DemoPatient;
  readonly #sending: Sending;
  readonly #timeline: TimelineEntry[] = [];
  readonly #comments: (Who & { comment: string })[] = [];
  readonly #items = new QueueItems();
  #visit: Visit | null = null;
  #lastAt: Date;
  receiver: DemoProvider | null;
  status: ReferralStatus = 'pending';
  version = 1;
  statusChangedAt: Date;
  changedBy: number;
  declineReason: DeclineReason | null = null;
  declineReasonOther: string | null = null;
  accepted: Who | null = null;
  acceptedFor: DemoProvider | null = null;
  /** The first user who received it, and when. */
  firstUser: number | null;
  firstUserAt: Date;

  constructor(sending: Sending) {
    this.#sending = sending;
    this.patient = sending.patient;
    this.receiver = sending.receiver;
    this.statusChangedAt = sending.sentAt;
    this.#lastAt = sending.sentAt;
    this.changedBy = sending.sender;
    this.firstUser = sending.receiver?.userId ?? null;
    this.firstUserAt = sending.sentAt;
    const who = { by: sending.sender, for: sending.behalf, at: sending.sentAt };
    this.#timeline.push({ ...who, action: 'created', from: null, to: 'pending', reason: null, comment: null });
    this.#enterFirstQueue(sending.sentAt);
  }

  take(step: Step, { users, providers }: { users: DemoUsers; providers: DemoProvider[] }): void {
    const on = 'for' in step && step.for !== undefined ? users[step.for].userId : null;
    const who = { by: users[step.by].userId, for: on, at: this.#timeOf(step.after) };
    this.#lastAt = who.at;
    switch (step.do) {
      case 'accept':
        return this.#accept(who, 'accepted', step.comment);
      case 'schedule':
        return this.#schedule(who, step);
      case 'decline':
        return this.#decline(who, step);
      case 'cancel':
        return this.#cancel(who, step.comment);
      case 'complete':
        return this.#complete(who, step.comment);
      case 'comment':
        this.#comments.push({ ...who, comment: step.comment });
        return this.#tell(who, 'commented', this.status, { comment: step.comment });
      case 'select':
        return this.#select(who, providers.find(({ lastName }) => lastName === step.provider) ?? null);
      case 'handle':
        return this.#items.leave(who.at, who.by);
    }
  }

  /** An open referral past its due time is an exception the client's coordinators see to. */
  passDueTime(): void {
    const dueAt = daysAfter(this.#sending.sentAt, this.#sending.urgencyDays);
    const isOpen = this.status === 'pending' || this.status === 'accepted' || this.status === 'scheduled';
    if (!isOpen || dueAt >= this.patient.clock.now) return;
    this.#items.enter(WorkQueue.referralExceptions, { clientId: clientIds[this.patient.client] }, dueAt);
  }

  addRows(rows: Rows, referralId: number, encounters: DemoEncounter[]): void {
    for (const entry of this.#timeline) {
      rows.add('referral_event', {
        referral_id: referralId,
        occurred_at: entry.at,
        user_id: entry.by,
        on_behalf_of_user_id: entry.for,
        action: entry.action,
        from_status: entry.from,
        to_status: entry.to,
        reason: entry.reason,
        comment: entry.comment,
      });
    }
    for (const { by, for: behalf, at, comment } of this.#comments) {
      rows.add('referral_comment', {
        referral_id: referralId,
        user_id: by,
        on_behalf_of_user_id: behalf,
        comment,
        date_created: at,
      });
    }
    this.#addVisit(rows, referralId);
    this.#items.addRows(rows, { referralId, patientId: this.patient.patientId }, encounters);
  }

  #accept(who: Who, to: 'accepted' | 'scheduled', comment: string | undefined): void {
    this.accepted ??= who;
    this.acceptedFor = this.receiver;
    if (comment !== undefined) this.#comments.push({ ...who, comment });
    this.#change(who, to, to, {});
  }

  #schedule(who: Who, step: Extract<Step, { do: 'schedule' }>): void {
    const [hour, minute] = step.at;
    this.#visit = { ...who, time: this.patient.clock.workday(step.visit, hour, minute), text: step.text ?? null };
    this.#accept(who, 'scheduled', step.comment);
    this.#items.leave(who.at, who.by);
  }

  #decline(who: Who, step: Extract<Step, { do: 'decline' }>): void {
    this.declineReason = step.reason;
    this.declineReasonOther = step.other ?? null;
    if (step.comment !== undefined) this.#comments.push({ ...who, comment: step.comment });
    this.#change(who, 'declined', 'declined', {
      reason: declineReasonLabels[step.reason],
      comment: step.other ?? null,
    });
    this.#items.leave(who.at, who.by);
    const { sender, behalf } = this.#sending;
    this.#items.enter(WorkQueue.referralsDeclined, { userId: behalf ?? sender }, who.at);
  }

  #cancel(who: Who, comment: string): void {
    const wasAccepted = this.status !== 'pending';
    this.#comments.push({ ...who, comment });
    this.#change(who, 'cancelled', 'cancelled', {});
    this.#items.leave(who.at, who.by);
    const userId = this.receiver?.userId ?? null;
    if (wasAccepted && userId !== null) this.#items.enter(WorkQueue.referralExceptions, { userId }, who.at);
  }

  #complete(who: Who, comment: string): void {
    this.#comments.push({ ...who, comment });
    this.#change(who, 'completed', 'completed', { comment });
    this.#items.leave(who.at, who.by);
  }

  #select(who: Who, provider: DemoProvider | null): void {
    if (provider === null) throw new Error('The chosen provider is not in the directory');
    this.receiver = provider;
    this.#items.leave(who.at, who.by);
    this.#change(who, 'pending', 'provider_selected', {});
    this.firstUser ??= provider.userId;
    this.firstUserAt = who.at;
    this.#enterFirstQueue(who.at);
  }

  #enterFirstQueue(at: Date): void {
    const { workQueueId, owner } = firstQueueOf({
      clientId: clientIds[this.patient.client],
      hasProvider: this.receiver !== null,
      userId: this.receiver?.userId ?? null,
    });
    this.#items.enter(workQueueId, owner, at);
  }

  #change(
    who: Who,
    to: ReferralStatus,
    action: ReferralEvent['action'],
    more: { reason?: string; comment?: string | null },
  ): void {
    this.#tell(who, action, to, more);
    this.status = to;
    this.version += 1;
    this.statusChangedAt = who.at;
    this.changedBy = who.by;
  }

  #tell(
    who: Who,
    action: ReferralEvent['action'],
    to: ReferralStatus,
    more: { reason?: string; comment?: string | null },
  ): void {
    this.#timeline.push({
      ...who,
      action,
      from: this.status,
      to,
      reason: more.reason ?? null,
      comment: more.comment ?? null,
    });
  }

  /** In office hours, after the step before, and not later than just now. */
  #timeOf(hoursAfter: number): Date {
    const { clock } = this.patient;
    const wanted = clock.officeTime(
      minutesAfter(this.#sending.sentAt, hoursAfter * 60 + this.#sending.random.int(1, 50)),
    );
    const latest = clock.ago(0, 0, 4);
    const earliest = minutesAfter(this.#lastAt, 6);
    if (wanted > latest) return latest;
    return wanted < earliest ? earliest : wanted;
  }

  #addVisit(rows: Rows, referralId: number): void {
    if (this.#visit === null || this.acceptedFor === null) return;
    const { time, text, by, at } = this.#visit;
    rows.add('patient_appointment', {
      patient_id: this.patient.patientId,
      referral_id: referralId,
      healthcare_provider_id: this.acceptedFor.healthcareProviderId,
      address_id: this.acceptedFor.addressId,
      appointment_time: time,
      description: text,
      status: this.status === 'completed' ? 'completed' : 'pending',
      created_by_user_id: by,
      date_created: at,
    });
  }
}
