import {
  listBackground,
  listImmunizations,
  listPlans,
  listProcedures,
  type Background,
  type Immunization,
  type Plan,
  type Procedure,
} from '@careloop/contracts/clinical-record';
import {
  backgroundKindLabels,
  immunizationStatusLabels,
  planKindLabels,
  planStatusLabels,
  procedureStatusLabels,
} from '@careloop/contracts/codes/clinicalRecord';
import { IconHistory, IconListCheck, IconMedicalCross, IconVaccine } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { Section } from '../../../components/Section.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from './ClinicalRecord.module.css';
import { ResultList } from './ResultList.tsx';
import { Source } from './Source.tsx';
import { StatementName } from './StatementName.tsx';
import { formatPartialDay } from './words.ts';

interface ListProps {
  patientId: number;
}

const dated = <Item,>(
  title: string,
  of: (item: Item) => string | null,
  text?: (item: Item) => string | null,
): Column<Item> => ({
  title,
  isNumeric: true,
  sortBy: of,
  render: (item) => formatPartialDay(of(item)) ?? text?.(item) ?? null,
});

const immunizationColumns: readonly Column<Immunization>[] = [
  {
    title: 'Immunization',
    width: 40,
    render: (row) => <StatementName stated={row} isEnded={row.status === 'not_done'} details={[row.note]} />,
  },
  dated(
    'Date',
    ({ occurredOn }) => occurredOn,
    ({ occurredText }) => occurredText,
  ),
  {
    title: 'Status',
    isShort: true,
    render: ({ status, statusReason }) => (
      <>
        <StatusBadge
          tone={status === 'completed' ? 'success' : status === 'not_done' ? 'warning' : 'neutral'}
          label={immunizationStatusLabels[status]}
        />
        {statusReason !== null && <span className={classes['detail']}>{statusReason}</span>}
      </>
    ),
  },
  {
    title: 'Details',
    render: ({ dose, lotNumber, manufacturer, route, bodySite }) =>
      [dose, lotNumber !== null && `Lot ${lotNumber}`, manufacturer, route, bodySite].filter(Boolean).join(' · '),
  },
  { title: 'Source', render: (row) => <Source stated={row} /> },
];

/** A patient's immunizations, newest first. */
export function Immunizations({ patientId }: ListProps): ReactNode {
  return (
    <QueryTable
      label="Immunizations"
      columns={immunizationColumns}
      query={useInfiniteQuery(pagesOf(listImmunizations, { patientId }))}
      items={pagedItems}
      rowKey={(row) => row.patientImmunizationId}
      sorted={{ title: 'Date', direction: 'descending' }}
      emptyTitle="No immunizations on file"
      emptyIcon={<IconVaccine size={24} />}
    />
  );
}

const procedureColumns: readonly Column<Procedure>[] = [
  {
    title: 'Procedure',
    width: 40,
    render: (row) => (
      <StatementName
        stated={row}
        isEnded={row.status === 'not_done' || row.status === 'stopped'}
        details={[row.reason !== null && `For ${row.reason}`, row.bodySite, row.outcome, row.note]}
      />
    ),
  },
  dated(
    'Date',
    ({ startedOn }) => startedOn,
    ({ performedText }) => performedText,
  ),
  {
    title: 'Status',
    isShort: true,
    render: ({ status, statusReason }) => (
      <>
        <StatusBadge tone={status === 'completed' ? 'success' : 'neutral'} label={procedureStatusLabels[status]} />
        {statusReason !== null && <span className={classes['detail']}>{statusReason}</span>}
      </>
    ),
  },
  { title: 'Source', render: (row) => <Source stated={row} /> },
];

/** A patient's procedures, newest first. */
export function Procedures({ patientId }: ListProps): ReactNode {
  return (
    <QueryTable
      label="Procedures"
      columns={procedureColumns}
      query={useInfiniteQuery(pagesOf(listProcedures, { patientId }))}
      items={pagedItems}
      rowKey={(row) => row.patientProcedureId}
      sorted={{ title: 'Date', direction: 'descending' }}
      emptyTitle="No procedures on file"
      emptyIcon={<IconMedicalCross size={24} />}
    />
  );
}

const planColumns: readonly Column<Plan>[] = [
  { title: 'Kind', isShort: true, render: ({ kind }) => planKindLabels[kind] },
  {
    title: 'Care plan or goal',
    width: 44,
    render: (row) => (
      <StatementName
        stated={row}
        isEnded={row.status === 'stopped' || row.status === 'rejected'}
        details={[row.category, row.details, row.note]}
      />
    ),
  },
  {
    title: 'Status',
    isShort: true,
    render: ({ status, achievement }) => (
      <>
        <StatusBadge tone={status === 'active' ? 'info' : 'neutral'} label={planStatusLabels[status]} />
        {achievement !== null && <span className={classes['detail']}>{achievement}</span>}
      </>
    ),
  },
  dated('From', ({ startDate }) => startDate),
  dated('To', ({ endDate }) => endDate),
  { title: 'Source', render: (row) => <Source stated={row} /> },
];

/** A patient's care plans and goals, newest first. */
export function Plans({ patientId }: ListProps): ReactNode {
  return (
    <QueryTable
      label="Care plans and goals"
      columns={planColumns}
      query={useInfiniteQuery(pagesOf(listPlans, { patientId }))}
      items={pagedItems}
      rowKey={(row) => row.patientPlanId}
      sorted={{ title: 'From', direction: 'descending' }}
      emptyTitle="No care plans or goals on file"
      emptyIcon={<IconListCheck size={24} />}
    />
  );
}

const backgroundColumns: readonly Column<Background>[] = [
  { title: 'Kind', isShort: true, render: ({ kind }) => backgroundKindLabels[kind] },
  {
    title: 'Description',
    width: 44,
    render: (row) => <StatementName stated={row} details={[row.details, row.note]} />,
  },
  { title: 'Relative', isShort: true, render: ({ relationship }) => relationship },
  { title: 'Status', isShort: true, render: ({ status }) => status },
  dated('Date stated', ({ statedDate }) => statedDate),
  { title: 'Source', render: (row) => <Source stated={row} /> },
];

/** Social history, family history and devices. */
export function History({ patientId }: ListProps): ReactNode {
  return (
    <>
      <div className={classes['callout']}>
        <Section title="Social history" heading="h2">
          <ResultList
            patientId={patientId}
            search={{ category: 'social_history' }}
            emptyTitle="No social history on file"
            isInline
          />
        </Section>
      </div>
      <QueryTable
        label="Family history and devices"
        columns={backgroundColumns}
        query={useInfiniteQuery(pagesOf(listBackground, { patientId }))}
        items={pagedItems}
        rowKey={(row) => row.patientBackgroundId}
        emptyTitle="No family history or devices on file"
        emptyIcon={<IconHistory size={24} />}
      />
    </>
  );
}
