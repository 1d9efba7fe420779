import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Button, Kbd } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { PatientBanner } from '../patients/shared/PatientBanner.tsx';
import { ReferralDetail } from '../referrals/shared/detail/ReferralDetail.tsx';
import type { Outcome } from '../referrals/shared/outcome.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';

export interface QueueItemDetailProps {
  workQueueEncounterId: number;
  /** As the list has it; undefined when it left the list or a link led here. */
  item: WorkQueueItem | undefined;
  /** The item after this one, as the list stands now. */
  nextKey: number | null;
  onSelect: (workQueueEncounterId: number) => void;
}

const titles: Record<Outcome, string> = { accepted: 'Accepted', declined: 'Declined', assigned: 'Provider chosen' };

interface Done {
  outcome: Outcome;
  /** Kept from before: a done item leaves the list, and with it the place that "next" is counted from. */
  nextKey: number | null;
}

/** What an item is about. Once it is answered, one key leads to the next. */
export function QueueItemDetail(props: QueueItemDetailProps): ReactNode {
  const { workQueueEncounterId, item, nextKey, onSelect } = props;
  const [lastNextKey, setLastNextKey] = useState(nextKey);
  const [done, setDone] = useState<Done | null>(null);
  if (item !== undefined && item.referral === null) return <PlainItem item={item} />;
  return (
    <ReferralDetail
      of={{ workQueueEncounterId }}
      onProcessing={() => {
        // The item keeps being selected when it leaves the list.
        onSelect(workQueueEncounterId);
        setLastNextKey(nextKey);
      }}
      onProcessed={(_, outcome) => setDone({ outcome, nextKey: nextKey ?? lastNextKey })}
      notice={done === null ? undefined : <DoneNotice {...done} onSelect={onSelect} />}
    />
  );
}

function DoneNotice({ outcome, nextKey, onSelect }: Done & Pick<QueueItemDetailProps, 'onSelect'>): ReactNode {
  const goOn = () => {
    if (nextKey !== null) onSelect(nextKey);
  };
  useShortcut('n', 'Next item after a finished one', goOn);
  return (
    <Callout
      tone="success"
      title={titles[outcome]}
      action={
        nextKey === null ? undefined : (
          <Button size="compact-sm" onClick={goOn} rightSection={<Kbd size="xs">n</Kbd>}>
            Next item
          </Button>
        )
      }
    >
      {nextKey === null ? 'That was the last item on this page.' : null}
    </Callout>
  );
}

/** An item without a referral: whom it is about and which visit. */
function PlainItem({ item }: { item: WorkQueueItem }): ReactNode {
  return (
    <>
      <PatientBanner patient={item.patient} heading="h2" />
      <div style={{ padding: '0.75rem 1.25rem' }}>
        <Facts
          columns={2}
          facts={[
            { label: 'Encounter', value: <DateTimeText at={item.encounterDate} /> },
            { label: 'Facility', value: item.facilityName },
            { label: 'In the queue since', value: <DateTimeText at={item.createdAt} /> },
          ]}
        />
      </div>
    </>
  );
}
