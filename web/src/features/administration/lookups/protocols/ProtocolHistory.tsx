import { listProtocolVersions, type ProtocolVersion } from '@careloop/contracts/administration/referralProtocols';
import { urgencyLabel } from '@careloop/contracts/codes';
import { documentText } from '@careloop/contracts/referrals/protocols';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { CollapsibleCard } from '../../../../ui/CollapsibleCard.tsx';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import classes from '../Lookups.module.css';

const page = getRouteApi('/Lookups');

/** The versions of the protocol whose form is open. */
export function ProtocolHistory(): ReactNode {
  const { entryId } = page.useSearch();
  if (entryId === undefined) return null;
  return (
    <CollapsibleCard title="History" isOpenAtFirst={false}>
      <Versions id={entryId} />
    </CollapsibleCard>
  );
}

function Versions({ id }: { id: number }): ReactNode {
  const query = useQuery(queryOf(listProtocolVersions, { id }));
  if (query.data === undefined) return <QueryState query={query} />;
  return (
    <ol className={classes['versions']} aria-label="Versions">
      {query.data.items.map((one, index, all) => (
        <li key={one.version}>
          <Text fz="sm" fw={600}>
            Version {one.version} · <DateTimeText at={one.savedAt} />
            {one.savedByName !== null && ` · ${one.savedByName}`}
            {one.isArchived && ' · archived'}
          </Text>
          {isSame(one, all[index + 1]) ? null : <Content version={one} />}
        </li>
      ))}
    </ol>
  );
}

/** Archiving and restoring make a version of the same content. */
const isSame = (one: ProtocolVersion, before: ProtocolVersion | undefined) =>
  before !== undefined &&
  JSON.stringify([one.name, one.specialtyName, one.content]) ===
    JSON.stringify([before.name, before.specialtyName, before.content]);

function Content({ version: { name, specialtyName, content } }: { version: ProtocolVersion }): ReactNode {
  const { text, questions, documents, needsAuthorizationCode, urgencyDays } = content;
  const lines = [
    `${name}, ${specialtyName}`,
    text,
    ...questions.map(({ label, isRequired }) => `Question: ${label}${isRequired ? ', required' : ''}`),
    ...documents.map((one) => `Document: ${documentText(one)}${one.isRequired ? ', required' : ''}`),
    needsAuthorizationCode ? 'An authorization code is needed' : '',
    urgencyDays === null ? '' : `Suggested urgency: ${urgencyLabel(urgencyDays)}`,
  ];
  return (
    <Text fz="sm" className={classes['problems']}>
      {lines.filter((line) => line !== '').join('\n')}
    </Text>
  );
}
