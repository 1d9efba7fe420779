import { getImpersonatableUsers, type ImpersonatableUser } from '@careloop/contracts/directory';
import { getProvider, type HealthcareProvider } from '@careloop/contracts/directory/providers';
import type { Referral } from '@careloop/contracts/referrals';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../api/query.ts';
import { allQueries, type ShownQuery } from '../../../ui/QueryState.tsx';

/** A provider for whom a referral can be accepted, with the addresses of appointments. */
export type AcceptingProvider = Pick<
  ImpersonatableUser,
  'healthcareProviderId' | 'firstName' | 'lastName' | 'addressInfos'
> & {
  /** Whether the user neither is the provider nor acts for them, but records the answer of their office. */
  isOfOffice?: boolean;
};

function fromDirectory({
  healthcareProviderId,
  firstName,
  lastName,
  addresses,
}: HealthcareProvider): AcceptingProvider {
  const addressInfos = addresses
    .filter(({ isMailing }) => !isMailing)
    .map(({ zipcode, fax, ...address }) => ({
      ...address,
      zipCode: zipcode,
      faxNumber: fax,
    }));
  return { healthcareProviderId, firstName, lastName, addressInfos, isOfOffice: true };
}

/**
 * The providers for whom the user can accept: those they are or act for, and, where coordinators record the answer, the one it
 * was accepted for or sent to.
 */
export function useAcceptingProviders(referral: Referral): ShownQuery<readonly AcceptingProvider[]> {
  const { isAnsweredByCoordinators } = referral;
  const healthcareProviderId = referral.acceptedForHealthcareProviderId ?? referral.healthcareProviderId;
  const own = useQuery(queryOf(getImpersonatableUsers, { providersOnly: true, includeAddresses: true }));
  const office = useQuery({
    ...queryOf(getProvider, { healthcareProviderId: healthcareProviderId ?? 0 }),
    enabled: isAnsweredByCoordinators,
  });
  const users = useMemo((): readonly AcceptingProvider[] | undefined => {
    if (!isAnsweredByCoordinators || own.data === undefined) return own.data?.users;
    if (office.data === undefined) return undefined;
    // The office's provider may have got an account since, and the coordinator may act for them.
    const others = own.data.users.filter((one) => one.healthcareProviderId !== office.data.healthcareProviderId);
    return [fromDirectory(office.data), ...others];
  }, [isAnsweredByCoordinators, own.data, office.data]);
  const { error, refetch } = allQueries([own, office]);
  return { data: users, error, refetch };
}
