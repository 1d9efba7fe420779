import type { Referral } from '@careloop/contracts/referrals';
import { Button, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SentCharts } from '../../../charts/shared/SentCharts.tsx';
import { Section } from '../../../../components/Section.tsx';
import classes from '../../../../components/RequestDetail.module.css';
import { useFullPdf } from './useFullPdf.ts';

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
      <FullPdf referral={referral} />
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

/** Downloads the referral with all its documents as one file, once it is ready. */
function FullPdf({ referral: { referralId } }: { referral: Referral }): ReactNode {
  const { download, start } = useFullPdf(referralId);
  if (download && 'failure' in download) {
    return (
      <Group gap="xs">
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          {download.failure}
        </Text>
        <Button size="compact-sm" variant="default" onClick={start}>
          Try again
        </Button>
      </Group>
    );
  }
  const isPreparing = download !== undefined;
  const progress = download != null && `Preparing: ${download.documentsDone} of ${download.documentCount} documents`;
  return (
    <>
      {/* Keeps its place and the focus while the PDF is prepared. */}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={isPreparing ? <Loader size={14} /> : <IconFileTypePdf size={16} aria-hidden />}
        aria-disabled={isPreparing}
        onClick={isPreparing ? undefined : start}
      >
        {progress || 'Download full PDF'}
      </Button>
      <VisuallyHidden role="status">{progress}</VisuallyHidden>
    </>
  );
}
