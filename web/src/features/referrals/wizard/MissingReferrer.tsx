import { getMissingReferrer, referrerTexts as texts, type ReferrerStep } from '@careloop/contracts/referrals/referrer';
import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';

const places = { directory: '/Providers', users: '/Users', clients: '/Clients' } as const satisfies Record<
  ReferrerStep,
  string
>;

/** What is missing for a user who has nobody to refer for, with a link for those who can add it. */
export function MissingReferrer({ patientId }: { patientId: number }): ReactNode {
  const { data } = useQuery(queryOf(getMissingReferrer, { patientId }));
  if (data === undefined || data.missing.length === 0) return null;
  const isAsking = data.missing.every(({ step }) => step === null);
  return (
    <Callout tone="warning" title="You have nobody to refer for">
      <List size="sm" spacing={4}>
        {data.missing.map(({ text, step }) => (
          <List.Item key={text}>
            {text}
            {step !== null && (
              <>
                {' '}
                <Link to={places[step]}>{texts.steps[step]}</Link>
              </>
            )}
          </List.Item>
        ))}
      </List>
      {isAsking && texts.askAdministrator}
    </Callout>
  );
}
