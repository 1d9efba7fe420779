import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { ReferralDetail } from '../referrals/shared/detail/ReferralDetail.tsx';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const page = getRouteApi('/Patient/$patientId');
const keyOf = (referral: ReferralListItem) => referral.referralId;
const renderRow = (referral: ReferralListItem) => <ReferralListRow item={referral} hidesPatient />;

/** The referrals of one patient, whoever sent them. */
export function PatientReferrals({ patientId }: { patientId: number }): ReactNode {
  const { referralId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery(pagesOf(listReferrals, { patientId }));
  return (
    <PagedBoard
      label="Referrals"
      heading="h2"
      list={[patientId]}
      query={query}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={referralId}
      onSelect={(id, isStep) => void navigate({ search: { section: 'referrals', referralId: id }, replace: isStep })}
      detail={(id) => <ReferralDetail of={{ referralId: id }} isGlance={referralId === undefined} hidesPatient />}
      empty={
        <EmptyState
          icon={<IconSend size={24} />}
          title="No referrals yet"
          text="Use New referral to send this patient's first one."
        />
      }
    />
  );
}
