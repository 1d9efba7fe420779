import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { Encounter } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';

/** Everything that is known of an encounter, and the way to its documents. */
export function EncounterDialog({ encounter, onClose }: { encounter: Encounter; onClose: () => void }): ReactNode {
  const { encounterDate, dischargeDate, documentCount, providers } = encounter;
  const unknown = 'Not stated';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${encounterTypeLabels[encounter.encounterType]} encounter`}
      size={620}
      footer={
        <>
          {documentCount > 0 && (
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} from="/Patient/$patientId" search={{ section: 'documents' }} />}
            >
              {documentCount === 1 ? 'Show documents (1)' : `Show documents (${documentCount})`}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Facts
        facts={[
          { label: 'Date', value: <DateTimeText at={encounterDate} /> },
          { label: 'Discharged', value: dischargeDate && <DateTimeText at={dischargeDate} />, unknown },
          { label: 'Reason', value: encounter.admitReason, unknown, isWide: true },
          { label: 'Facility', value: encounter.facilityName, unknown },
          { label: 'Account number', value: encounter.accountNumber, unknown },
          { label: 'Providers', value: providers.join('; '), unknown },
          { label: 'Discharge disposition', value: encounter.dischargeDisposition, unknown },
        ]}
      />
    </Dialog>
  );
}
