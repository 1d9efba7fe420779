import { getClientLogo, listClientLogos, type ClientLogo } from '@careloop/contracts/administration/clientLogo';
import { useQuery } from '@tanstack/react-query';
import { pictureOf } from '../api/download.ts';
import { queryOf } from '../api/query.ts';

interface ShownLogo {
  /** True until it is known whether there is a picture, and what it is. */
  isPending: boolean;
  /** Undefined if the client is not one of the user's. */
  logo: ClientLogo | undefined;
  picture: Blob | undefined;
}

/** The logo of one of the user's own clients; by default of their client, if they have only one. */
export function useClientLogo(clientId?: number): ShownLogo {
  const logos = useQuery(queryOf(listClientLogos, {}));
  const items = logos.data?.items ?? [];
  const logo = items.find((one) => (clientId === undefined ? items.length === 1 : one.clientId === clientId));
  const isSet = logo?.isSet === true;
  const address = { clientId: logo?.clientId ?? 0, version: logo?.version ?? 0 };
  const picture = useQuery({ ...pictureOf(getClientLogo, address), enabled: isSet });
  return {
    isPending: logos.isPending || (isSet && picture.isPending),
    logo,
    picture: isSet ? picture.data : undefined,
  };
}
