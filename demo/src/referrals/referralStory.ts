import { declineReasonLabels, WorkQueue } from '@careloop/contracts/codes';

import type { AppointmentStatus, DeclineReason, ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import type { DemoEncounter } from '../encounters.ts';
import type { DemoPatient } from '../patients.ts';
import type { DemoProvider } from '../providers.ts';
import type { Random } from '../random.ts';
import type { Step } from './plans.ts';
import type { Who } from './traces.ts';
import type { Rows } from '../rows.ts';
import type { DemoUsers } from '../users.ts';

import { daysAfter, minutesAfter } from '../clock.ts';
import { named } from '../content.ts';
import { clientIds } from '../organization.ts';
import { Traces } from './traces.ts';
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

/** Simulates the life of a referral step by step, following the product's rules, and collects the rows of each step. */
export class ReferralStory {
  readonly patient: DemoPatient;
  readonly sentAt: Date;
  readonly #sending: Sending;
  readonly #traces = new Traces();
  readonly #items = new QueueItems();
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
    this.sentAt = sending.sentAt;
    this.receiver = sending.receiver;
    this.statusChangedAt = sending.sentAt;
    this.#lastAt = sending.sentAt;
    this.changedBy = sending.sender;
    this.firstUser = sending.receiver?.userId ?? null;
    this.firstUserAt = sending.sentAt;
    const who = { by: sending.sender, for: sending.behalf, at: sending.sentAt };
    this.#traces.timeline.push({ ...who, action: 'created', from: null, to: 'pending', reason: null, comment: null });
    this.#enterFirstQueue(sending.sentAt);
  }

  take(step: Step, { users, providers }: { users: DemoUsers; providers: DemoProvider[] }): void {
    const on = step.for === undefined ? null : users[step.for].userId;
    const who = { by: users[step.by].userId, for: on, at: this.#timeOf(step) };
    this.#lastAt = who.at;
    switch (step.do) {
      case 'accept':
        return this.#accept(who, 'accepted', step.comment);
      case 'schedule':
        return this.#schedule(who, step);
      case 'noShow':
        return this.#noShow(who, step.comment);
      case 'reschedule':
        return this.#reschedule(who, step);
      case 'decline':
        return this.#decline(who, step);
      case 'cancel':
        return this.#cancel(who, step.comment);
      case 'complete':
        return this.#complete(who, step.comment);
      case 'comment':
        this.#traces.comments.push({ ...who, comment: step.comment });
        return this.#tell(who, 'commented', this.status, { comment: step.comment });
      case 'select':
        return this.#select(who, named(providers, step.provider));
      case 'handle':
        return this.#items.leave(who.at, who.by);
    }
  }

  /** A referral past its due time without an appointment is an exception the client's coordinators see to. */
  passDueTime(): void {
    const dueAt = daysAfter(this.#sending.sentAt, this.#sending.urgencyDays);
    const isDue = this.status === 'pending' || this.status === 'accepted';
    if (!isDue || dueAt >= this.patient.clock.now) return;
    this.#items.enter(WorkQueue.referralExceptions, { clientId: clientIds[this.patient.client] }, dueAt);
  }

  /** If the outcome of a visit is not recorded, the referral returns to the receiver's queue a day later. */
  passVisit(): void {
    const { visit } = this.#traces;
    const userId = this.receiver?.userId ?? null;
    if (this.status !== 'scheduled' || visit === null || userId === null) return;
    const askedAt = daysAfter(visit.time, 1);
    if (askedAt < this.patient.clock.now) this.#items.enter(WorkQueue.referralToProcess, { userId }, askedAt);
  }

  /** The referral was sent again, which is the last entry of its timeline. */
  sentAgain(rows: Rows, referralId: number, { by, for: behalf, at }: Who): void {
    rows.add('referral_event', {
      referral_id: referralId,
      occurred_at: at,
      user_id: by,
      on_behalf_of_user_id: behalf,
      action: 'referred_again',
      from_status: this.status,
      to_status: this.status,
    });
  }

  addRows(rows: Rows, referralId: number, encounters: DemoEncounter[]): void {
    const { patientId } = this.patient;
    this.#traces.addRows(rows, { referralId, patientId });
    this.#items.addRows(rows, { referralId, patientId, onTopFrom: this.#onTopFrom() }, encounters);
  }

  #accept(who: Who, to: 'accepted' | 'scheduled', comment: string | undefined): void {
    this.accepted ??= who;
    this.acceptedFor = this.receiver;
    if (comment !== undefined) this.#traces.comments.push({ ...who, comment });
    this.#change(who, to, to, {});
  }

  #schedule(who: Who, step: Extract<Step, { do: 'schedule' }>): void {
    if (this.receiver === null) throw new Error('Nobody to book a visit with');
    const [hour, minute] = step.at;
    const time = this.patient.clock.workday(step.visit, hour, minute);
    this.#traces.visits.push({ ...who, provider: this.receiver, time, text: step.text ?? null, status: 'pending' });
    this.#accept(who, 'scheduled', step.comment);
    this.#items.leave(who.at, who.by);
  }

  #noShow(who: Who, comment: string | undefined): void {
    this.#endVisit('no_show');
    if (comment !== undefined) this.#traces.comments.push({ ...who, comment });
    this.#change(who, 'accepted', 'no_show', {});
    this.#enterFirstQueue(who.at);
  }

  #reschedule(who: Who, step: Extract<Step, { do: 'reschedule' }>): void {
    const { visit } = this.#traces;
    if (visit === null) throw new Error('There is no visit to move');
    const [hour, minute] = step.at;
    const time = this.patient.clock.workday(step.visit, hour, minute);
    this.#endVisit('canceled_and_rescheduled');
    this.#traces.visits.push({ ...visit, ...who, time, status: 'pending' });
    if (step.comment !== undefined) this.#traces.comments.push({ ...who, comment: step.comment });
    this.#change(who, 'scheduled', 'rescheduled', {});
  }

  #endVisit(status: AppointmentStatus): void {
    const { visit } = this.#traces;
    if (visit !== null) visit.status = status;
  }

  /**
   * When the item moves on top, as in the product: at once for STAT, otherwise when it is overdue without an
   * appointment.
   */
  #onTopFrom(): Date | string {
    if (this.#sending.urgencyDays <= 1) return '-infinity';
    const isDue = this.status === 'pending' || this.status === 'accepted';
    return isDue ? daysAfter(this.#sending.sentAt, this.#sending.urgencyDays) : 'infinity';
  }

  #decline(who: Who, step: Extract<Step, { do: 'decline' }>): void {
    this.declineReason = step.reason;
    this.declineReasonOther = step.other ?? null;
    if (step.comment !== undefined) this.#traces.comments.push({ ...who, comment: step.comment });
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
    this.#endVisit('canceled');
    this.#traces.comments.push({ ...who, comment });
    this.#change(who, 'cancelled', 'cancelled', {});
    this.#items.leave(who.at, who.by);
    const userId = this.receiver?.userId ?? null;
    if (wasAccepted && userId !== null) this.#items.enter(WorkQueue.referralExceptions, { userId }, who.at);
  }

  #complete(who: Who, comment: string): void {
    this.#endVisit('completed');
    this.#traces.comments.push({ ...who, comment });
    this.#change(who, 'completed', 'completed', { comment });
    this.#items.leave(who.at, who.by);
  }

  #select(who: Who, provider: DemoProvider): void {
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
    this.#traces.timeline.push({
      ...who,
      action,
      from: this.status,
      to,
      reason: more.reason ?? null,
      comment: more.comment ?? null,
    });
  }

  /** A time in office hours if possible, after the previous step and not in the future. */
  #timeOf(step: Step): Date {
    const { clock } = this.patient;
    const { sentAt, random } = this.#sending;
    const latest = clock.ago(0, 0, 4);
    const plain = minutesAfter(sentAt, step.after * 60 + random.int(1, 50));
    const wanted = [clock.officeTime(plain), plain, latest].find((moment) => moment <= latest) ?? latest;
    const visit = step.do === 'complete' || step.do === 'noShow' ? this.#traces.visit : null;
    const earliest = visit === null ? minutesAfter(this.#lastAt, 6) : minutesAfter(visit.time, 95);
    return wanted < earliest && earliest <= latest ? earliest : wanted;
  }
}
