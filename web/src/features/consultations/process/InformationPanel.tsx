import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { ConsultationInQueue } from '@careloop/contracts/consultations';
import { Group, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Section } from '../../../components/Section.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SentChartBrowser } from '../../charts/shared/SentChartBrowser.tsx';
import { ConsultationStatusBadge } from '../shared/consultationWords.tsx';
import { ConsultationFacts } from '../shared/detail/ConsultationFacts.tsx';
import classes from '../../../components/ProcessDialog.module.css';

function Visit({ encounter }: Pick<ConsultationInQueue, 'encounter'>): ReactNode {
  if (encounter === null) return null;
  const { encounterType, encounterDate, facilityName } = encounter;
  return (
    <Section title="Latest visit when it was sent">
      <Text>
        {[encounterTypeLabels[encounterType], formatDate(encounterDate), facilityName].filter(Boolean).join(' · ')}
      </Text>
    </Section>
  );
}

/** Basis of the answer: the request and its documents. */
export function InformationPanel({ consultation }: { consultation: ConsultationInQueue }): ReactNode {
  const { patientCharts: charts, careCoordinatorRequestId, status, encounter } = consultation;
  const [shownId, setShownId] = useState<number | null>(charts[0]?.sentChartId ?? null);
  return (
    <section aria-label="Consultation information" className={classes['information']}>
      <Tabs defaultValue="request" display="contents">
        <Tabs.List>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="documents">Documents ({charts.length})</Tabs.Tab>
        </Tabs.List>
        {/* Focusable, so that a long request can be scrolled without a mouse. */}
        <Tabs.Panel value="request" className={classes['panel']} tabIndex={0}>
          <div className={classes['request']}>
            {/* An acknowledged request shows its answer below. */}
            <Group pt="sm" pb="xs" fz="sm">
              {status === 'pending' && <ConsultationStatusBadge status={status} />}
            </Group>
            <ConsultationFacts consultation={consultation} />
            <Visit encounter={encounter} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel
          value="documents"
          className={charts.length === 0 ? classes['panel'] : `${classes['panel']} ${classes['documents']}`}
        >
          {charts.length === 0 ? (
            <EmptyState title="No documents were attached." />
          ) : (
            <SentChartBrowser
              charts={charts}
              shownId={shownId}
              onShow={setShownId}
              label="Attached documents"
              careCoordinatorRequestId={careCoordinatorRequestId}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
