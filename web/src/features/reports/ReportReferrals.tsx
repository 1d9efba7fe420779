import type { CallOf } from '@careloop/contracts/endpoint';
import { listReportReferrals, type ReportReferral } from '@careloop/contracts/reports';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import links from '../../components/rowLink.module.css';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { ReferralStatusBadge } from '../referrals/shared/ReferralBadges.tsx';

const page = getRouteApi('/Reports');

const columns: readonly Column<ReportReferral>[] = [
  {
    title: 'Patient',
    render: ({ referralId, patient }) => (
      <Link to="/Referrals" search={{ referralId }} className={links.rowLink}>
        {patientName(patient)}
      </Link>
    ),
  },
  {
    title: 'To',
    render: ({ referredToName, specialtyName }) => referredToName ?? `Any ${specialtyName ?? 'provider'}`,
  },
  { title: 'Status', isShort: true, render: ({ status }) => <ReferralStatusBadge status={status} /> },
  { title: 'Sent', isShort: true, isNumeric: true, render: ({ sentAt }) => <DateText at={sentAt} /> },
];

/** The referrals behind a number, as far as the user may see them. */
export function ReportReferrals({ input }: { input: CallOf<typeof listReportReferrals> }): ReactNode {
  const navigate = page.useNavigate();
  const query = useQuery({ ...queryOf(listReportReferrals, input), placeholderData: keepPreviousData });
  const { items, numPages = 0, totalItemCount = 0, closedCount = 0 } = query.data ?? {};
  return (
    <Dialog
      opened
      // The address says that it is open.
      onHistoryMove={() => undefined}
      size={760}
      title={query.data === undefined ? 'Referrals' : `Referrals (${totalItemCount + closedCount})`}
      onClose={() =>
        void navigate({ search: (old) => ({ ...old, measure: undefined, key: undefined, page: undefined }) })
      }
    >
      {closedCount > 0 && (
        <Text fz="sm" c="dimmed" mb="xs">
          {closedCount === 1
            ? '1 of them is about a patient you cannot see.'
            : `${closedCount} of them are about patients you cannot see.`}
        </Text>
      )}
      <QueryTable
        label="Referrals"
        columns={columns}
        items={items}
        rowKey={({ referralId }) => referralId}
        opensRows
        error={query.error}
        onRetry={() => void query.refetch()}
        emptyTitle="There are no referrals you can see"
      />
      {numPages > 1 && (
        <Pager
          label="Pages of referrals"
          page={input.page === undefined ? 1 : Number(input.page)}
          pageCount={numPages}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }), replace: true })}
        />
      )}
    </Dialog>
  );
}
