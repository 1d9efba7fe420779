import type { PatientInfo } from '@careloop/contracts/patients';
import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';

export interface DraftOfferProps {
  patient: PatientInfo;
  draft: ReferralDraft;
  /** What the wizard was opened for, if the draft does not follow it. */
  unlinked: keyof typeof unlinkedTexts | undefined;
  isDiscarding: boolean;
  onClose: () => void;
  onContinue: () => void;
  onDiscard: () => void;
}

const unlinkedTexts = {
  referral:
    'This draft is not linked to the referral you are sending again. To refer again, discard it and start over.',
  consultation:
    'This draft is not linked to the consultation. To refer from the consultation, discard it and start over.',
} as const;

/** Offers to continue an unsent referral before a new one is started. */
export function DraftOffer({
  patient,
  draft,
  unlinked,
  isDiscarding,
  onClose,
  onContinue,
  onDiscard,
}: DraftOfferProps): ReactNode {
  const { chooseProvider, referralReason } = draft.content;
  const to = chooseProvider.healthcareProvider?.fullName ?? chooseProvider.healthcareProviderSpecialty?.name;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Continue your draft?"
      size={560}
      footer={
        <>
          <Button variant="light" color="red" loading={isDiscarding} onClick={onDiscard}>
            Discard and start over
          </Button>
          <Button onClick={onContinue} disabled={isDiscarding} data-autofocus>
            Continue draft
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <DialogSubject patient={patient} recipient={to ?? 'Not chosen yet'} />
        {unlinked !== undefined && <Callout tone="warning">{unlinkedTexts[unlinked]}</Callout>}
        <Text>
          You started a referral for this patient and did not send it. Saved <DateTimeText at={draft.savedAt} />.
        </Text>
        <Facts
          columns={1}
          facts={[{ label: 'Reason', value: referralReason.referralReason, unknown: 'Not written yet' }]}
        />
      </Stack>
    </Dialog>
  );
}
