import type { Consultation } from '@careloop/contracts/consultations';
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Section } from '../../../../components/Section.tsx';
import { SentChartDialog } from '../../../charts/shared/SentChartDialog.tsx';
import { SentChartList } from '../../../charts/shared/SentChartList.tsx';

/** Documents sent with the request, as they were sent; a click opens one. */
export function ConsultationDocuments({ consultation }: { consultation: Consultation }): ReactNode {
  const { patientCharts: charts, patient, careCoordinatorRequestId } = consultation;
  const [shownId, setShownId] = useState<number | null>(null);
  return (
    <Section title="Attached documents" count={charts.length}>
      {charts.length === 0 ? (
        <Text c="dimmed">No documents were attached.</Text>
      ) : (
        <SentChartList charts={charts} shownId={shownId} onShow={setShownId} label="Attached documents" />
      )}
      <SentChartDialog
        charts={charts}
        shownId={shownId}
        onShow={setShownId}
        onClose={() => setShownId(null)}
        patient={patient}
        careCoordinatorRequestId={careCoordinatorRequestId}
      />
    </Section>
  );
}
