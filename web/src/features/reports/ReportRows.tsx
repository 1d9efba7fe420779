import { patientName } from '@careloop/contracts/patients/identity';
import type { CallOf } from '@careloop/contracts/endpoint';
import { listReportRows, type ReportBehind, type ReportName } from '@careloop/contracts/reports';
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
import { behindWords, hoursInWords, subjectLabels, unitFor } from './reportWords.ts';

const page = getRouteApi('/Reports');

/** Link of a row; plain text if the user may not open it. */
function RowLink({ row }: { row: ReportBehind }): ReactNode {
  const { subject, subjectId, workQueueId, conversationKey } = row;
  const shown = { className: links.rowLink };
  const name = nameOf(row);
  if (conversationKey !== null) {
    return (
      <Link to="/Messages" search={{ conversationKey }} {...shown}>
        {name}
      </Link>
    );
  }
  if (subjectId === null) {
    return (
      <Text c="dimmed" fz="sm" span>
        {name}
      </Text>
    );
  }
  if (subject === 'queueItem') {
    return (
      <Link
        to="/WorkQueues"
        search={{ workQueueId: workQueueId ?? undefined, workQueueEncounterId: subjectId, status: 3 }}
        {...shown}
      >
        {name}
      </Link>
    );
  }
  const target = {
    referral: { to: '/Referrals', search: { referralId: subjectId } },
    consultation: { to: '/Consultations', search: { careCoordinatorRequestId: subjectId } },
    task: { to: '/Tasks', search: { taskId: subjectId } },
    message: { to: '/Messages', search: {} },
  } as const;
  return (
    <Link {...target[subject]} {...shown}>
      {name}
    </Link>
  );
}

function nameOf({ subject, patient, conversationKey }: ReportBehind): string {
  if (patient !== null) return patientName(patient);
  if (subject !== 'message') return 'A patient you cannot see';
  return conversationKey === null ? "Other people's conversation" : 'Your conversation';
}

function columnsOf(report: ReportName, items: readonly ReportBehind[]): Column<ReportBehind>[] {
  const unit = unitFor(items.map(({ hours }) => hours));
  const words = behindWords[report];
  const isWork = report === 'work' || report === 'messages';
  const columns: (Column<ReportBehind> | false)[] = [
    {
      title: report === 'messages' ? 'Conversation' : 'Patient',
      render: (row) => <RowLink row={row} />,
    },
    isWork && { title: 'By', render: ({ userName }) => userName ?? '' },
    report !== 'messages' && {
      title: words.about,
      render: ({ about, subject }) => about ?? (report === 'work' ? subjectLabels[subject] : '–'),
    },
    !isWork && { title: 'Status', isShort: true, render: ({ state }) => state ?? '–' },
    { title: words.at, isShort: true, isNumeric: true, render: ({ at }) => <DateText at={at} /> },
    { title: words.hours, isShort: true, isNumeric: true, render: ({ hours }) => hoursInWords(hours, unit) },
  ];
  return columns.filter((column) => column !== false);
}

interface ReportRowsProps {
  input: CallOf<typeof listReportRows> & { report: ReportName };
  /** Which number of the report it is: "Cardiovascular Disease · To close, median". */
  number: string;
}

/** The rows behind a number, without names if the user may not see the patient. */
export function ReportRows({ input, number }: ReportRowsProps): ReactNode {
  const navigate = page.useNavigate();
  const query = useQuery({ ...queryOf(listReportRows, input), placeholderData: keepPreviousData });
  const { numPages = 0, totalItemCount } = query.data ?? {};
  const { title } = behindWords[input.report];
  return (
    <Dialog
      opened
      // The address says whether it is open.
      onHistoryMove={() => undefined}
      size={860}
      title={totalItemCount === undefined ? title : `${title} (${totalItemCount})`}
      onClose={() =>
        void navigate({ search: (old) => ({ ...old, measure: undefined, key: undefined, page: undefined }) })
      }
    >
      <Text c="dimmed">{number}</Text>
      <QueryTable
        label={title}
        columns={columnsOf(input.report, query.data?.items ?? [])}
        query={query}
        // Rows may share subject and time, and rows the user may not see have no id: the position is the key.
        items={({ items }) => items.map((item, place) => ({ ...item, place }))}
        rowKey={({ place }) => place}
        opensRows
        emptyTitle="This number has no rows anymore"
      />
      {numPages > 1 && (
        <Pager
          label={`Pages of ${title.toLowerCase()}`}
          page={input.page === undefined ? 1 : Number(input.page)}
          pageCount={numPages}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }), replace: true })}
        />
      )}
    </Dialog>
  );
}
