import type { PatientInfo } from '@careloop/contracts/patients';
import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';

interface DraftOfferProps {
  patient: PatientInfo;
  draft: ReferralDraft;
  isDiscarding: boolean;
  onClose: () => void;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Offers to continue an unsent referral before a new one is started. */
export function DraftOffer({
  patient,
  draft,
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
