import { chartSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import { providerSearchItem, specialty, diagnosis } from '@careloop/contracts/directory';
import { defaultReferralType } from '@careloop/contracts/codes/referrals';
import { contactForm, referralReasonFields, referralTexts } from '@careloop/contracts/referrals';
import type { ReferralDraftContent } from '@careloop/contracts/referrals/drafts';
import { notPreferredProblems, notPreferredReasonCode } from '@careloop/contracts/referrals/notPreferred';
import {
  answerProblems,
  lacksAuthorization,
  missingProblems,
  protocolLimits,
  protocolTexts,
  type AskedDocument,
  type AskedProtocol,
} from '@careloop/contracts/referrals/protocols';
import { recordScope } from '@careloop/contracts/referrals/recordScope';
import { selectionReasonCode } from '@careloop/contracts/referrals/selection';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { unmatchedText } from '../../../ui/useTypedChoice.ts';
import { sentOf, typedAnswers } from '../../tasks/shared/fieldAnswers.ts';

/** The provider a referral is sent on behalf of. */
const referrer = z.object({ healthcareProviderId: z.number(), name: z.string() });
export type Referrer = z.infer<typeof referrer>;

const chooseProvider = z
  .object({
    referralType: z.enum(['provider', 'specialty']).nullable(),
    healthcareProvider: providerSearchItem.nullable(),
    healthcareProviderSpecialty: specialty.nullable(),
    /** Text typed into the specialty picker that selected nothing. */
    specialtyTyped: z.string().optional(),
    referredBy: referrer.nullable(),
    /** Text typed into the picker of `referredBy` that selected nothing. */
    referredByTyped: z.string().optional(),
    /** Reason for choosing a provider outside the preferred affiliations, if the client enforces them. */
    notPreferredReason: notPreferredReasonCode.nullable(),
    notPreferredAdditionalInfo: z.string(),
    /** Asked for with a provider, unless the reason above states it. */
    providerSelectionReason: selectionReasonCode.nullable(),
    /** What accepting opens; null for what is usual for the provider. */
    recordScope: recordScope.nullish(),
  })
  .superRefine((step, context) => {
    const report = (field: keyof typeof step, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (step.referralType === null) report('referralType', referralTexts.chooseOne);
    if (step.referralType === 'provider' && step.healthcareProvider === null)
      report('healthcareProvider', referralTexts.providerRequired);
    if (step.referralType === 'specialty' && step.healthcareProviderSpecialty === null)
      report('healthcareProviderSpecialty', referralTexts.specialtyRequired);
    if (step.referredBy === null) report('referredBy', referralTexts.behalfRequired);
    if (step.referredByTyped) report('referredBy', unmatchedText(step.referredByTyped));
    if (step.specialtyTyped) report('healthcareProviderSpecialty', unmatchedText(step.specialtyTyped));
    const { notPreferredReason, notPreferredAdditionalInfo } = notPreferredProblems(step.healthcareProvider, step);
    if (notPreferredReason) report('notPreferredReason', notPreferredReason);
    if (notPreferredAdditionalInfo) report('notPreferredAdditionalInfo', notPreferredAdditionalInfo);
  });

/** No urgency is preselected; the contract's own rule requires one. */
const chosenUrgency = z.number().nullable().pipe(referralReasonFields.shape.urgencyDays);

/** What the protocol of the chosen specialty asks for, and the answers. */
const protocolForm = z
  .object({
    asked: z.custom<AskedProtocol>().nullable(),
    /** Whether it is still being read. */
    isAwaited: z.boolean(),
    /** The version that was answered, with the questions by name. */
    seen: z
      .object({ referralProtocolId: z.number(), version: z.number(), labels: z.record(z.string(), z.string()) })
      .nullable(),
    answers: typedAnswers,
    authorizationReason: z.string().trim().max(protocolLimits.reason, protocolTexts.reasonTooLong),
  })
  .superRefine(({ asked, isAwaited, answers }, context) => {
    if (isAwaited) context.addIssue({ code: 'custom', path: ['asked'], message: protocolTexts.awaited });
    if (asked === null) return;
    const given = Object.fromEntries(
      asked.questions.map(({ name, type }) => [name, sentOf(answers[name], type)] as const),
    );
    for (const [name, message] of Object.entries(answerProblems(asked.questions, given)))
      context.addIssue({ code: 'custom', path: ['answers', name], message });
  });
export type ProtocolValues = z.input<typeof protocolForm>;

/** No specialty is chosen, or it has no protocol. */
export const noProtocol: ProtocolValues = {
  asked: null,
  isAwaited: false,
  seen: null,
  answers: {},
  authorizationReason: '',
};

const referralReason = referralReasonFields
  .omit({ diagnosisCodedConceptId: true })
  .extend({
    diagnosis: diagnosis.nullable(),
    /** Text typed into the diagnosis picker that selected nothing. */
    diagnosisTyped: z.string().optional(),
    urgencyDays: chosenUrgency,
    protocol: protocolForm.default(noProtocol),
  })
  .superRefine(({ diagnosisTyped, authorizationCode, protocol }, context) => {
    if (diagnosisTyped)
      context.addIssue({ code: 'custom', path: ['diagnosis'], message: unmatchedText(diagnosisTyped) });
    const given = { code: authorizationCode, reason: protocol.authorizationReason };
    if (lacksAuthorization(protocol.asked?.needsAuthorizationCode === true, given))
      context.addIssue({
        code: 'custom',
        path: ['protocol', 'authorizationReason'],
        message: protocolTexts.authorizationMissing,
      });
  });

const charts = z
  .object({
    selectedCharts: z.array(chartSelection),
    /** Documents that the protocol asks for. */
    asked: z.array(z.custom<AskedDocument>()).default([]),
    /** Why one is missing, by its name. */
    missing: z
      .record(z.string(), z.string().max(protocolLimits.reason, protocolTexts.reasonTooLong).optional())
      .default({}),
  })
  .superRefine(({ selectedCharts, asked, missing }, context) => {
    for (const [name, message] of Object.entries(missingProblems(asked, attachedIds(selectedCharts), missing)))
      context.addIssue({ code: 'custom', path: ['missing', name], message });
  });

/** The documents among the selected charts. */
export const attachedIds = (selected: readonly ChartSelection[]): ReadonlySet<number> =>
  new Set(selected.flatMap((chart) => ('patientDocumentId' in chart ? [chart.patientDocumentId] : [])));

/**
 * Values of the wizard, one part per step, each validated on its own (docs/domain/referrals.md). The parts are the
 * contract's own schemas, so texts and limits are defined only there.
 */
export const wizardForm = z.object({
  chooseProvider,
  referralReason,
  verifyContactInfo: contactForm,
  charts,
});

/** The wizard's values as typed. */
export type WizardValues = z.input<typeof wizardForm>;
/** The wizard's values after validation. */
export type WizardResult = z.output<typeof wizardForm>;
export type WizardFormReturn = UseFormReturn<WizardValues, unknown, WizardResult>;
export type WizardPart = keyof WizardValues;

/** The declined or canceled referral that a referral follows, the consultation that becomes it, or the encounter it is for. */
export type Follows = Pick<
  ReferralDraftContent,
  'previousReferralId' | 'careCoordinatorRequestId' | 'patientEncounterId'
>;

/** The part each step shows; the summary has none of its own. */
export const stepParts: readonly WizardPart[] = ['chooseProvider', 'referralReason', 'verifyContactInfo', 'charts'];

/**
 * The content of a draft: the wizard's values as typed.
 * @param follows the referral or consultation that it follows
 */
export function draftContent(values: WizardValues, step: number, follows: Follows = {}): ReferralDraftContent {
  const { chooseProvider, referralReason: reason, verifyContactInfo: contact, charts } = values;
  const { specialtyTyped: _specialty, referredByTyped: _referrer, ...choice } = chooseProvider;
  return {
    step,
    chooseProvider: { ...choice, recordScope: choice.recordScope ?? null },
    referralReason: {
      referralType: reason.referralType ?? defaultReferralType,
      referralReason: reason.referralReason,
      urgencyDays: reason.urgencyDays,
      diagnosis: reason.diagnosis,
      additionalInfo: reason.additionalInfo ?? '',
      authorizationCode: reason.authorizationCode ?? '',
      protocol: draftedProtocol(reason.protocol),
    },
    verifyContactInfo: {
      caregiverName: contact.caregiverName ?? '',
      cellPhone: contact.cellPhone ?? '',
      givenSmsConsent: contact.givenSmsConsent ?? false,
    },
    charts: { selectedCharts: charts.selectedCharts, missing: draftedReasons(charts.missing) },
    ...follows,
  };
}

/** Reasons that were typed. */
const draftedReasons = (missing: Readonly<Record<string, string | undefined>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(missing).flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason] as const])),
  );

function draftedProtocol({
  seen,
  answers,
  authorizationReason,
}: ProtocolValues = noProtocol): ReferralDraftContent['referralReason']['protocol'] {
  if (seen === null) return null;
  const given = Object.entries(answers).flatMap(([name, answer]) =>
    answer === undefined ? [] : [[name, answer] as const],
  );
  return { ...seen, answers: Object.fromEntries(given), authorizationReason };
}

/** The values of a draft that is continued. The protocol itself is read again. */
export function draftValues({ referralReason, charts, ...content }: ReferralDraftContent): WizardValues {
  const { protocol, ...reason } = referralReason;
  return {
    chooseProvider: content.chooseProvider,
    verifyContactInfo: content.verifyContactInfo,
    referralReason: {
      ...reason,
      protocol:
        protocol === null
          ? noProtocol
          : {
              ...noProtocol,
              seen: {
                referralProtocolId: protocol.referralProtocolId,
                version: protocol.version,
                labels: protocol.labels,
              },
              answers: protocol.answers,
              authorizationReason: protocol.authorizationReason,
            },
    },
    charts: { ...charts, asked: [] },
  };
}
