import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagedItems, pagingOf } from '../../api/pages.ts';
import { pagesOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { ReferralDetail } from '../referrals/shared/detail/ReferralDetail.tsx';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import { useArrivals } from '../../components/useArrivals.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

const page = getRouteApi('/Patient/$patientId');
const keyOf = (referral: ReferralListItem) => referral.referralId;
const renderRow = (referral: ReferralListItem) => <ReferralListRow item={referral} hidesPatient />;

/** The referrals of one patient, whoever sent them. */
export function PatientReferrals({ patientId }: { patientId: number }): ReactNode {
  const { referralId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery(pagesOf(listReferrals, { patientId }));
  const referrals = pagedItems(query.data);
  const { items, newCount, showNew } = useArrivals(referrals, keyOf, [patientId]);
  return (
    <ListDetailBoard
      label="Referrals"
      heading="h2"
      list={[patientId]}
      items={items}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={referralId}
      onSelect={(key, isStep) =>
        void navigate({
          search: { section: 'referrals', referralId: key === null ? undefined : Number(key) },
          replace: isStep,
        })
      }
      detail={(key) => (
        <ReferralDetail of={{ referralId: Number(key) }} isGlance={referralId === undefined} hidesPatient />
      )}
      empty={
        <EmptyState
          icon={<IconSend size={24} />}
          title="No referrals yet"
          text="Use New referral to send this patient's first one."
        />
      }
      newCount={newCount}
      onShowNew={showNew}
      {...pagingOf(query)}
    />
  );
}
