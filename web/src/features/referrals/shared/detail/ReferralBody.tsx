import type { Referral } from '@careloop/contracts/referrals';
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { PatientBanner } from '../../../patients/shared/PatientBanner.tsx';
import { AwaitedReply } from '../AwaitedReply.tsx';
import { ReferralStatusBadge, UrgencyBadge } from '../ReferralBadges.tsx';
import { referredTo } from '../ReferralListRow.tsx';
import { ReferralNextFact } from '../ReferralNextFact.tsx';
import { referringSide } from '../referringSide.ts';
import { ReferralActions } from './ReferralActions.tsx';
import { LinkedReferrals } from './LinkedReferrals.tsx';
import { ReferralAppointment } from './ReferralAppointment.tsx';
import { ReferralChanges } from './ReferralChanges.tsx';
import { ReferralComments } from './ReferralComments.tsx';
import { ReferralDeliveries } from './ReferralDeliveries.tsx';
import classes from './ReferralDetail.module.css';
import { ReferralDocuments } from './ReferralDocuments.tsx';
import { ReferralExceptions } from './ReferralExceptions.tsx';
import { ReferralFacts } from './ReferralFacts.tsx';
import { ReferralHistory } from './ReferralHistory.tsx';
import type { ReferralDialog } from './referralSteps.ts';

export interface ReferralBodyProps {
  referral: Referral;
  notice?: ReactNode;
  /** Additional actions next to the referral's own. */
  moreActions?: ReactNode;
  hidesPatient?: boolean;
  onOpen: (dialog: ReferralDialog) => void;
}

function Head({ referral, moreActions, onOpen }: ReferralBodyProps): ReactNode {
  return (
    <Group justify="space-between" align="flex-start" gap="sm" className={classes.head}>
      <div>
        <Text component="h2" fw={600} fz="md">
          {referringSide(referral)} → {referredTo(referral)}
        </Text>
        <Group gap="sm" fz="sm" mt={4}>
          <ReferralStatusBadge status={referral.status} />
          <UrgencyBadge urgencyDays={referral.urgencyDays} />
          <ReferralNextFact referral={referral} />
          <AwaitedReply awaitReplyFrom={referral.awaitReplyFrom} side={referral.side} />
          <Text inherit c="dimmed">
            Sent <DateTimeText at={referral.dateCreated} />
          </Text>
        </Group>
      </div>
      <ReferralActions referral={referral} more={moreActions} onOpen={onOpen} />
    </Group>
  );
}

/** The sections of a referral: the request on the left, its progress on the right if there is room. */
export function ReferralBody(props: ReferralBodyProps): ReactNode {
  const { referral, notice, hidesPatient } = props;
  const { patient } = referral;
  return (
    <article className={classes.detail} aria-label={`Referral of ${patient.firstName} ${patient.lastName}`}>
      <div className={classes.top}>
        {hidesPatient !== true && (
          <PatientBanner
            heading="h2"
            patient={patient}
            // Not sent to a receiver whose part in the referral is over.
            {...(patient.careTeamSize !== null && { phone: patient.phone, careTeamSize: patient.careTeamSize })}
            isLink={referral.canAccessPatient}
          />
        )}
        <Head {...props} />
      </div>
      {notice !== undefined && (
        <Box px="1.25rem" pt="md">
          {notice}
        </Box>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <ReferralExceptions referral={referral} />
          <ReferralChanges referral={referral} />
          <LinkedReferrals referral={referral} />
          <ReferralFacts referral={referral} />
          <ReferralAppointment referral={referral} />
          <ReferralDocuments referral={referral} />
          <ReferralComments referral={referral} />
        </div>
        <div className={classes.column}>
          <ReferralHistory referral={referral} />
          <ReferralDeliveries referral={referral} />
        </div>
      </div>
    </article>
  );
}
