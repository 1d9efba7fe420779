import type { Referral } from '@careloop/contracts/referrals';
import {
  getReferralRecord,
  openReferralRecord,
  requestReferralRecord,
  type ReferralRecordState,
} from '@careloop/contracts/referrals/record';
import { Button, Group, Text } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../../api/query.ts';
import { requestOf } from '../../../../api/request.ts';
import { SentCharts } from '../../../charts/shared/SentCharts.tsx';
import { Section } from '../../../../components/Section.tsx';
import classes from './ReferralDetail.module.css';

interface ReferralDocumentsProps {
  referral: Referral;
  /** Prints it as a letter. */
  onPrint: () => void;
}

/** Prints it as a letter with numbered pages, or gets everything as one file. */
function OnPaper({ referral, onPrint }: ReferralDocumentsProps): ReactNode {
  return (
    <Group gap="xs" className={classes.onScreen}>
      <Button size="compact-sm" variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
        Print summary
      </Button>
      <CompleteRecord referral={referral} />
    </Group>
  );
}

/** Documents sent with the request. */
export function ReferralDocuments({ referral, onPrint }: ReferralDocumentsProps): ReactNode {
  const { patientCharts: charts, patient, referralId } = referral;
  return (
    <Section
      title="Attached documents"
      count={charts.length}
      action={<OnPaper referral={referral} onPrint={onPrint} />}
    >
      {charts.length === 0 ? (
        <Text c="dimmed">No documents were attached.</Text>
      ) : (
        <SentCharts charts={charts} patient={patient} label="Attached documents" referralId={referralId} />
      )}
    </Section>
  );
}

/** Documents that came back when it was closed. */
export function ConsultNotes({ referral }: { referral: Referral }): ReactNode {
  const { consultNotes: notes, patient, referralId } = referral;
  if (notes.length === 0) return null;
  return (
    <Section title="Consult notes" count={notes.length}>
      <SentCharts charts={notes} patient={patient} label="Consult notes" referralId={referralId} />
    </Section>
  );
}

/** Most records are ready within seconds. After 30 seconds the queue is probably long, so the status is asked for rarely. */
const askAgainMs = (answers: number) => (answers < 60 ? 500 : 5_000);
const isMaking = ({ status }: ReferralRecordState) => status === 'queued' || status === 'running';

interface RecordProps {
  made: ReferralRecordState;
  onRetry: () => void;
}

/** Progress of the record, and a link to open it. */
function RecordState({ made, onRetry }: RecordProps): ReactNode {
  const { referralRecordId } = made;
  const query = useQuery({
    ...queryOf(getReferralRecord, { referralRecordId }),
    placeholderData: made,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data === undefined || isMaking(data) ? askAgainMs(dataUpdateCount + errorUpdateCount) : false,
  });
  const record = query.data ?? made;
  if (query.isError || record.status === 'failed') {
    return (
      <Group gap="xs">
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          The PDF could not be created.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    );
  }
  if (record.status === 'expired') return <AskForRecord onAsk={onRetry} />;
  if (isMaking(record)) {
    return (
      <Text fz="sm" c="dimmed" role="status">
        Preparing: {record.documentsDone} of {record.documentCount} documents
      </Text>
    );
  }
  return (
    <Button
      component="a"
      href={requestOf(openReferralRecord, { referralRecordId }).url}
      target="_blank"
      rel="noopener"
      size="compact-sm"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
    >
      Open full PDF ({record.pageCount} {record.pageCount === 1 ? 'page' : 'pages'})
    </Button>
  );
}

/** The request, its history and all documents in one PDF, generated on request. */
function CompleteRecord({ referral: { referralId, version, timeline } }: { referral: Referral }): ReactNode {
  const [made, setMade] = useState<{ seen: string; record: ReferralRecordState } | null>(null);
  const request = useCall(requestReferralRecord);
  // A record made before the referral changed is no longer offered.
  const seen = `${version} ${timeline.length}`;
  const make = () => request.mutate({ referralId }, { onSuccess: (record) => setMade({ seen, record }) });
  if (made?.seen === seen) {
    return <RecordState key={made.record.referralRecordId} made={made.record} onRetry={make} />;
  }
  return <AskForRecord isAsking={request.isPending} onAsk={make} />;
}

function AskForRecord({ isAsking = false, onAsk }: { isAsking?: boolean; onAsk: () => void }): ReactNode {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={isAsking}
      onClick={onAsk}
    >
      Download full PDF
    </Button>
  );
}
