import { checkReferralDigest, shortestDigest } from '@careloop/contracts/referrals/digest';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import classes from './ReferralDetail.module.css';

interface DigestProps {
  referralId: number;
  sha256: string;
}

/** Start of the digest, which a search finds; the full digest on hover and on paper. Verified on request. */
export function Digest({ referralId, sha256 }: DigestProps): ReactNode {
  const [checked, setChecked] = useState<string>();
  return (
    <>
      <span title={sha256}>
        <span className={classes.onScreen}>{sha256.slice(0, shortestDigest)}… </span>
        <span className={classes.onPaper}>{sha256}</span>
      </span>
      <span className={classes.onScreen}>
        {checked === sha256 ? (
          <Check referralId={referralId} />
        ) : (
          <Button variant="subtle" size="compact-xs" onClick={() => setChecked(sha256)}>
            Check
          </Button>
        )}
      </span>
    </>
  );
}

function Check({ referralId }: Pick<DigestProps, 'referralId'>): ReactNode {
  const { data, error } = useQuery({ ...queryOf(checkReferralDigest, { referralId }), staleTime: 0, gcTime: 0 });
  const isGood = !data?.check || (data.check.isIntact && data.check.isUnchanged);
  return (
    <Text span fz="sm" role="status" {...(!isGood && { c: 'var(--mantine-color-error)' })}>
      {data === undefined ? (error?.message ?? 'Checking…') : resultOf(data.check)}
    </Text>
  );
}

function resultOf(check: OutputOf<typeof checkReferralDigest>['check']): string {
  if (check === null) return 'No digest was stored when it was sent, so it cannot be checked.';
  const { isIntact, isUnchanged } = check;
  if (!isIntact) return 'Does not match what was stored when it was sent. Contact support.';
  return isUnchanged
    ? 'Unchanged since it was sent'
    : 'Details were changed after it was sent. The history shows them.';
}
