import { enrollmentStatus, enrollmentStatusLabels } from '@careloop/contracts/codes/providers';
import type {
  AcceptedPlan,
  NetworkValues,
  OnCallPeriod,
  PreferringProvider,
  ProviderNetwork,
} from '@careloop/contracts/directory/network';
import { formatDateTime } from '../../../ui/dates.ts';

/** Labels of the parts of a network, by the fields of the form. */
export const networkLabels = {
  affiliations: 'Affiliations',
  preferredBy: 'Preferred by',
  insurancePlanIds: 'Insurance plans accepted',
  onCall: 'On call',
  isEmployed: 'Employed by the organization',
  enrollmentStatus: 'Enrollment status',
} satisfies Record<keyof NetworkValues, string>;

export const enrollmentChoices = Object.entries(enrollmentStatus.table).map(([name, code]) => ({
  value: code,
  label: enrollmentStatusLabels[name as keyof typeof enrollmentStatusLabels],
}));

export function enrollmentText(code: ProviderNetwork['enrollmentStatus']): string | null {
  return enrollmentChoices.find(({ value }) => value === code)?.label ?? null;
}

/** "Harbor Health — Choice Plus" */
export const planText = ({ carrierName, name }: Pick<AcceptedPlan, 'carrierName' | 'name'>) =>
  `${carrierName} — ${name}`;

/** "Nguyen, Linh, MD" */
export const providerText = ({ fullName, degree }: Pick<PreferringProvider, 'fullName' | 'degree'>) =>
  [fullName, degree].filter(Boolean).join(', ');

/** "11/26/26 8:00 AM to 11/27/26 8:00 AM" */
export const periodText = ({ startsAt, endsAt }: OnCallPeriod) =>
  `${formatDateTime(startsAt)} to ${formatDateTime(endsAt)}`;

export const isNow = ({ startsAt }: OnCallPeriod) => Date.parse(startsAt) <= Date.now();
