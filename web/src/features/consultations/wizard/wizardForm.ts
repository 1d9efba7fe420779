import { chartSelection } from '@careloop/contracts/charts/selection';
import {
  consultationLimits,
  consultationTexts,
  type Consultation,
  type createConsultation,
} from '@careloop/contracts/consultations';
import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { providerSearchItem, type ProviderSearchItem } from '@careloop/contracts/directory';
import type { CallOf, EveryField } from '@careloop/contracts/endpoint';
import {
  isNotPreferred,
  notPreferredProblems,
  notPreferredReasonCode,
} from '@careloop/contracts/referrals/notPreferred';
import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';

/** A member of the care team who can be asked. */
const member = z.object({
  userId: z.number(),
  healthcareProviderId: z.number(),
  /** "Last, First" */
  fullName: z.string(),
  specialty: z.string().nullable(),
  /** Their first current address. */
  address: providerSearchItem.shape.address,
  officePhone: z.string().nullable(),
  /** Whether the patient's client prefers them. */
  isPreferred: z.boolean(),
  enforcePreferred: z.boolean(),
});
export type Member = z.infer<typeof member>;

const chooseProvider = z
  .object({
    /** Source of the recipient; the other source is not offered while one is selected. */
    healthcareProviderSource: z.enum(['CareTeam', 'APS']).nullable(),
    member: member.nullable(),
    healthcareProvider: providerSearchItem.nullable(),
    requestedByUserId: z.number(),
    notPreferredReason: notPreferredReasonCode.nullable(),
    notPreferredAdditionalInfo: z.string(),
  })
  .superRefine((step, context) => {
    const report = (field: keyof typeof step, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (step.member === null && step.healthcareProvider === null)
      report('healthcareProvider', consultationTexts.providerRequired);
    const { notPreferredReason, notPreferredAdditionalInfo } = notPreferredProblems(
      step.member ?? step.healthcareProvider,
      step,
    );
    if (notPreferredReason) report('notPreferredReason', notPreferredReason);
    if (notPreferredAdditionalInfo) report('notPreferredAdditionalInfo', notPreferredAdditionalInfo);
  });

/** Values of the wizard, one part per step (docs/domain/consultations.md). */
export const wizardForm = z.object({
  chooseProvider,
  additionalInfo: z.object({
    comments: z.string().trim().max(consultationLimits.notes, consultationTexts.commentsTooLong),
  }),
  charts: z.object({ selectedCharts: z.array(chartSelection) }),
});
export type WizardValues = z.input<typeof wizardForm>;
export type WizardResult = z.output<typeof wizardForm>;

/** The part each step shows; the summary has none of its own. */
export const stepParts: readonly (keyof WizardValues)[] = ['chooseProvider', 'additionalInfo', 'charts'];

export function wizardDefaults(userId: number, provider: ProviderSearchItem | null): WizardValues {
  return {
    chooseProvider: {
      healthcareProviderSource: provider === null ? null : 'APS',
      member: null,
      healthcareProvider: provider,
      requestedByUserId: userId,
      notPreferredReason: null,
      notPreferredAdditionalInfo: '',
    },
    additionalInfo: { comments: '' },
    charts: { selectedCharts: [] },
  };
}

/** Care team members who can be asked: accepted members who are providers and can sign in, except the sender. */
export function askableMembers(members: readonly CareTeamMember[], requesterId: number): Member[] {
  return members.flatMap(({ firstName, lastName, addressInfos, healthcareProviderId, userId, ...one }) => {
    const isAskable = one.status === 'accepted' && one.isActive && userId !== requesterId;
    if (!isAskable || healthcareProviderId === null) return [];
    return {
      userId,
      healthcareProviderId,
      fullName: `${lastName}, ${firstName}`,
      specialty: one.specialty,
      address: firstAddress(addressInfos),
      officePhone: one.officePhone,
      isPreferred: one.isPreferred,
      enforcePreferred: one.enforcePreferred,
    };
  });
}

function firstAddress(addresses: CareTeamMember['addressInfos']): Member['address'] {
  const current = addresses.find(({ isArchived }) => !isArchived);
  if (current === undefined) return null;
  const { address, addressId, addressLabel, officePhone, faxNumber } = current;
  const { zipcode, ...lines } = address;
  return { addressId, addressLabel, ...lines, zipCode: zipcode, officePhone, faxNumber };
}

/** Name of the recipient; null while none is selected. */
export function recipientOf({ member: one, healthcareProvider }: WizardValues['chooseProvider']): string | null {
  return one?.fullName ?? healthcareProvider?.fullName ?? null;
}

type Request = Omit<CallOf<typeof createConsultation>, 'patientId'>;

/** What the wizard sends. */
export function consultationInput(values: WizardResult): EveryField<Request> {
  const { member: one, healthcareProvider: provider, requestedByUserId, ...reason } = values.chooseProvider;
  const recipient = provider ?? one;
  const asksForReason = isNotPreferred(one ?? provider);
  return {
    requestedByUserId,
    requestedToUserId: one?.userId,
    healthcareProviderId: recipient?.healthcareProviderId,
    healthcareProviderAddressId: recipient?.address?.addressId,
    // The provider may have left the portal since.
    requiresUser: provider === null ? undefined : provider.userId !== null,
    notPreferredReason: asksForReason ? reason.notPreferredReason : undefined,
    notPreferredAdditionalInfo: asksForReason ? reason.notPreferredAdditionalInfo : undefined,
    requestNotes: values.additionalInfo.comments,
    patientCharts: values.charts.selectedCharts,
  };
}

/** Field of the wizard for each field of the call, for server errors. */
export const places: Record<keyof Request, FieldPath<WizardValues>> = {
  healthcareProviderId: 'chooseProvider.healthcareProvider',
  healthcareProviderAddressId: 'chooseProvider.healthcareProvider',
  requiresUser: 'chooseProvider.healthcareProvider',
  requestedToUserId: 'chooseProvider.member',
  requestedByUserId: 'chooseProvider.requestedByUserId',
  notPreferredReason: 'chooseProvider.notPreferredReason',
  notPreferredAdditionalInfo: 'chooseProvider.notPreferredAdditionalInfo',
  requestNotes: 'additionalInfo.comments',
  patientCharts: 'charts.selectedCharts',
};

export type SentConsultation = Pick<Consultation, 'careCoordinatorRequestId' | 'version'>;
