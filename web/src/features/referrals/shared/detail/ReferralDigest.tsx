import type { OutputOf } from '@careloop/contracts/endpoint';
import { checkReferralDigest, shortestDigest } from '@careloop/contracts/referrals/digest';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';

interface ReferralDigestProps {
  referralId: number;
  sha256: string;
}

/** Proof of what was sent: the start of its digest, which a search finds; all of it on hover. Verified on request. */
export function ReferralDigest({ referralId, sha256 }: ReferralDigestProps): ReactNode {
  const [checked, setChecked] = useState<string>();
  return (
    <Text fz="sm" mt="xs">
      <Text span inherit c="dimmed">
        SHA-256 of what was sent
      </Text>{' '}
      <span title={sha256}>{sha256.slice(0, shortestDigest)}… </span>
      {checked === sha256 ? (
        <Check referralId={referralId} />
      ) : (
        <Button variant="subtle" size="compact-xs" onClick={() => setChecked(sha256)}>
          Check
        </Button>
      )}
    </Text>
  );
}

function Check({ referralId }: Pick<ReferralDigestProps, 'referralId'>): ReactNode {
  const { data, error } = useQuery({ ...queryOf(checkReferralDigest, { referralId }), staleTime: 0, gcTime: 0 });
  const isGood = !data?.check || (data.check.isIntact && data.check.isUnchanged);
  return (
    <Text span fz="sm" role="status" {...(!isGood && { c: 'var(--mantine-color-error)' })}>
      {data === undefined ? (error?.message ?? 'Checking...') : resultOf(data.check)}
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
