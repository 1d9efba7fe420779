import { chartAssociationType } from '@careloop/contracts/codes';
import type { SentChart } from '@careloop/contracts/charts/sent';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Section } from '../../../components/Section.tsx';
import { SentChartDialog, type SentChartDialogProps } from '../../charts/shared/SentChartDialog.tsx';
import { ClinicalSummaryCard } from './ClinicalSummaryCard.tsx';

interface RequestedPatientCardProps {
  patient: PatientSummary;
  /** Whether the user may open the record. */
  canAccessPatient: boolean;
  charts: readonly SentChart[];
  /** The referral or consultation with which the charts were sent. */
  of: Pick<SentChartDialogProps, 'referralId' | 'careCoordinatorRequestId'>;
  /** Marks what was entered or changed since. */
  since?: string;
}

/**
 * Problems, medications, allergies and last results beside a request: from the record for those who may open it, and for
 * everybody else as the Summary of Care that was sent says.
 */
export function RequestedPatientCard(props: RequestedPatientCardProps): ReactNode {
  const { patient, canAccessPatient, charts, of, since } = props;
  const [shownId, setShownId] = useState<number | null>(null);
  if (canAccessPatient) return <ClinicalSummaryCard patientId={patient.patientId} since={since} />;
  const sent = charts.find((chart) => chart.associationType === chartAssociationType.table.summary_of_care);
  return (
    <Section title="Problems, medications and allergies">
      {sent === undefined ? (
        <Text c="dimmed" fz="sm">
          You see what was sent with this request. No Summary of Care was.
        </Text>
      ) : (
        <>
          <Text c="dimmed" fz="sm">
            You see what was sent with this request, as it was then.
          </Text>
          <Button variant="default" size="compact-sm" mt={4} onClick={() => setShownId(sent.sentChartId)}>
            Open the Summary of Care
          </Button>
        </>
      )}
      <SentChartDialog
        {...of}
        charts={[...charts]}
        patient={patient}
        shownId={shownId}
        onShow={setShownId}
        onClose={() => setShownId(null)}
      />
    </Section>
  );
}
