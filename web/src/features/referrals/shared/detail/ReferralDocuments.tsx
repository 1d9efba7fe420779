import type { Referral } from '@careloop/contracts/referrals';
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DocumentDialog } from '../../../charts/shared/DocumentDialog.tsx';
import { DocumentList } from '../../../charts/shared/DocumentList.tsx';
import { Section } from '../../../../components/Section.tsx';

/** What came along with the request; a click opens it. */
export function ReferralDocuments({ referral }: { referral: Referral }): ReactNode {
  const documents = referral.referralPatientDocuments;
  const [shownId, setShownId] = useState<number | null>(null);
  return (
    <Section title="Attached documents" count={documents.length}>
      {documents.length === 0 ? (
        <Text c="dimmed">No documents were attached.</Text>
      ) : (
        <DocumentList documents={documents} shownId={shownId} onShow={setShownId} label="Attached documents" />
      )}
      <DocumentDialog
        documents={documents}
        shownId={shownId}
        onShow={setShownId}
        onClose={() => setShownId(null)}
        patient={referral.patient}
        referralId={referral.referralId}
      />
    </Section>
  );
}
