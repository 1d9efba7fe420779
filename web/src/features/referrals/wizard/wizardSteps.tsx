import type { PatientInfo } from '@careloop/contracts/patients';
import type { Referral } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { WizardStep } from '../../../ui/useWizard.ts';
import { ChartsStep } from '../../charts/shared/ChartsStep.tsx';
import { StepChooseProvider } from './StepChooseProvider.tsx';
import { StepContact } from './StepContact.tsx';
import { StepReferralReason } from './StepReferralReason.tsx';
import { StepSummary } from './StepSummary.tsx';
import { stepParts, type Referrer, type WizardResult, type WizardValues } from './wizardForm.ts';

export type WizardFormReturn = UseFormReturn<WizardValues, unknown, WizardResult>;

export interface WizardStepsInput {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  /** The declined or canceled referral that a new one follows. */
  previous?: Referral | undefined;
  /** The referral being edited. */
  edited?: Referral | undefined;
  /** Shown above the first step. */
  first?: ReactNode;
}

/** The five steps over one form; each step validates its own part. */
export function useWizardSteps(form: WizardFormReturn, input: WizardStepsInput): WizardStep[] {
  const { patient, referrers, previous, edited } = input;
  const { patientId } = patient;
  const contents: Pick<WizardStep, 'title' | 'shortTitle' | 'content'>[] = [
    {
      title: patient.refersToProvidersOnly ? 'Choose a Provider' : 'Choose Provider or Specialty',
      shortTitle: 'Provider',
      content: (
        <>
          {input.first}
          <StepChooseProvider
            patientId={patientId}
            previous={previous}
            edited={edited}
            referrers={referrers}
            takesOnlyProviders={patient.refersToProvidersOnly}
            isAnyReferrerAllowed={patient.can.referForAnyProvider === true}
          />
        </>
      ),
    },
    { title: 'Referral Reason', shortTitle: 'Reason', content: <StepReferralReason patientId={patientId} /> },
    { title: 'Verify Patient Contact Information', shortTitle: 'Contact', content: <StepContact /> },
    {
      title: 'Select or Upload Patient Medical Records',
      shortTitle: 'Records',
      content: <ChartsStep patientId={patientId} label="Patient medical records" sent={edited?.patientCharts} />,
    },
    {
      title: 'Confirmation Summary',
      shortTitle: 'Summary',
      content: <StepSummary patientId={patientId} edited={edited} />,
    },
  ];
  return contents.map((step, index): WizardStep => {
    const part = stepParts[index];
    return part === undefined ? step : { ...step, validate: () => form.trigger(part, { shouldFocus: true }) };
  });
}
