import type { Referral } from '@careloop/contracts/referrals';
import { Group, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { SentChartBrowser } from '../../charts/shared/SentChartBrowser.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ReferralComments } from '../shared/detail/ReferralComments.tsx';
import { ReferralFacts } from '../shared/detail/ReferralFacts.tsx';
import { DueClock, ReferralStatusBadge, UrgencyBadge } from '../shared/ReferralBadges.tsx';
import classes from '../../../components/ProcessDialog.module.css';

/** Basis of the decision: the request and its documents. */
export function InformationPanel({ referral }: { referral: Referral }): ReactNode {
  const { patientCharts: charts } = referral;
  const [shownId, setShownId] = useState<number | null>(charts[0]?.sentChartId ?? null);
  return (
    <section aria-label="Referral information" className={classes.information}>
      <Tabs defaultValue="request" display="contents">
        <Tabs.List>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="documents">Documents ({charts.length})</Tabs.Tab>
        </Tabs.List>
        {/* Focusable, so that a long request can be scrolled without a mouse. */}
        <Tabs.Panel value="request" className={classes.panel} tabIndex={0}>
          <div className={classes.request}>
            <Group gap="sm" pt="sm" fz="sm">
              <ReferralStatusBadge status={referral.status} />
              <UrgencyBadge urgencyDays={referral.urgencyDays} />
              <DueClock status={referral.status} dueAt={referral.dueAt} />
            </Group>
            <ReferralFacts referral={referral} />
            {referral.comments.length > 0 && <ReferralComments referral={referral} isReadOnly />}
          </div>
        </Tabs.Panel>
        <Tabs.Panel
          value="documents"
          className={charts.length === 0 ? classes.panel : `${classes.panel} ${classes.documents}`}
        >
          {charts.length === 0 ? (
            <EmptyState title="No documents were attached." text={<Text inherit>Ask for them with a note.</Text>} />
          ) : (
            <SentChartBrowser
              charts={charts}
              shownId={shownId}
              onShow={setShownId}
              label="Attached documents"
              referralId={referral.referralId}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
