import { appointmentStatusLabels, encounterTypeLabels } from '@careloop/contracts/codes';
import type { Activity } from '@careloop/contracts/patients/activities';

const referralActions: Readonly<Record<string, string>> = {
  created: 'Referral sent',
  updated: 'Referral changed',
  provider_selected: 'Provider selected for a referral',
  accepted: 'Referral accepted',
  scheduled: 'Referral scheduled',
  rescheduled: 'Referral rescheduled',
  no_show: 'Referral appointment: No Show',
  appointment_canceled: 'Referral appointment canceled',
  declined: 'Referral declined',
  cancelled: 'Referral canceled',
  completed: 'Referral completed',
  reopened: 'Referral reopened',
  commented: 'Note added to a referral',
  referred_again: 'Patient referred again',
};
const teamActions: Readonly<Record<string, string>> = {
  invited: 'Invited to the care team',
  accepted: 'Joined the care team',
  declined: 'Declined to join the care team',
  removed: 'Left the care team',
  inactive: 'Made inactive on the care team',
  cancelled: 'Invitation to the care team canceled',
};
const subjects: Readonly<Record<string, string>> = {
  demography: 'Demographics',
  guarantor: 'Guarantor',
  insurance: 'Insurance',
  encounter: 'Encounter',
};
const recordActions: Readonly<Record<string, string>> = { created: 'added', edited: 'edited', removed: 'removed' };

function encounterLabel(type: string): string {
  return encounterTypeLabels[type as keyof typeof encounterTypeLabels] ?? type;
}

/** Short description of an activity. */
export function activityTitle({ activityType, what }: Pick<Activity, 'activityType' | 'what'>): string {
  switch (activityType) {
    case 'admission':
      return `Admitted: ${encounterLabel(what)}`;
    case 'discharge':
      return `Discharged: ${encounterLabel(what)}`;
    case 'encounter':
      return encounterLabel(what);
    case 'appointment':
      return `Appointment: ${appointmentStatusLabels[what as keyof typeof appointmentStatusLabels] ?? what}`;
    case 'referral':
      return referralActions[what] ?? 'Referral changed';
    case 'document':
      return what === 'uploaded' ? 'Document uploaded' : 'Document received';
    case 'care_team':
      return teamActions[what] ?? 'Care team changed';
    case 'record': {
      const [subject = '', action = ''] = what.split('_');
      return `${subjects[subject] ?? 'Record'} ${recordActions[action] ?? 'changed'}`;
    }
  }
}
