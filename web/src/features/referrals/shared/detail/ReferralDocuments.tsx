import type { Referral } from '@careloop/contracts/referrals';
import { Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { SentChartDialog } from '../../../charts/shared/SentChartDialog.tsx';
import { SentChartList } from '../../../charts/shared/SentChartList.tsx';
import { Section } from '../../../../components/Section.tsx';
import { printPage } from '../../../../ui/printPage.ts';
import { patientName } from '../../../patients/shared/PatientBanner.tsx';
import { patientIdentity } from '../../../patients/shared/patientFacts.ts';
import { CompleteRecord } from './CompleteRecord.tsx';
import classes from './ReferralDetail.module.css';

interface SentChartsProps {
  referral: Referral;
  charts: Referral['patientCharts'];
  label: string;
}

/** Charts as they were sent; a click opens one. */
function SentCharts({ referral, charts, label }: SentChartsProps): ReactNode {
  const [shownId, setShownId] = useState<number | null>(null);
  return (
    <>
      <SentChartList charts={charts} shownId={shownId} onShow={setShownId} label={label} />
      <SentChartDialog
        charts={charts}
        shownId={shownId}
        onShow={setShownId}
        onClose={() => setShownId(null)}
        patient={referral.patient}
        referralId={referral.referralId}
      />
    </>
  );
}

/** Prints the summary shown on screen, with numbered pages, or gets everything as one file. */
function OnPaper({ referral }: { referral: Referral }): ReactNode {
  const { patient } = referral;
  return (
    <Group gap="xs" className={classes.onScreen}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => printPage(`${patientName(patient)} · ${patientIdentity(patient)}`)}
      >
        Print summary
      </Button>
      <CompleteRecord referral={referral} />
    </Group>
  );
}

/** Documents returned when it was completed, and documents sent with the request. */
export function ReferralDocuments({ referral }: { referral: Referral }): ReactNode {
  const { patientCharts: charts, consultNotes } = referral;
  return (
    <>
      {consultNotes.length > 0 && (
        <Section title="Consult notes" count={consultNotes.length}>
          <SentCharts referral={referral} charts={consultNotes} label="Consult notes" />
        </Section>
      )}
      <Section title="Attached documents" count={charts.length} action={<OnPaper referral={referral} />}>
        {charts.length === 0 ? (
          <Text c="dimmed">No documents were attached.</Text>
        ) : (
          <SentCharts referral={referral} charts={charts} label="Attached documents" />
        )}
      </Section>
    </>
  );
}
