import type { CareTeamMember } from '@careloop/contracts/care-teams';
import type { HealthcareProvider } from '@careloop/contracts/directory/providers';

/** An address to send to: a fax number or a Direct address. */
export interface KnownAddress {
  address: string;
  label: string;
}

/** A recipient of charts, with the known addresses. */
export interface Recipient {
  name: string;
  faxNumbers: KnownAddress[];
  directAddresses: KnownAddress[];
}

interface Place {
  addressLabel: string | null;
  address1: string | null;
  city: string | null;
  fax: string | null;
}

const placeName = ({ addressLabel, address1, city }: Place) =>
  addressLabel ?? ([address1, city].filter(Boolean).join(', ') || 'Address');

function recipientOf(name: string, fax: string | null, directEmail: string | null, places: Place[]): Recipient {
  const found = [
    ...places.flatMap((place) => (place.fax ? [{ address: place.fax, label: placeName(place) }] : [])),
    ...(fax ? [{ address: fax, label: 'Main fax' }] : []),
  ];
  const faxNumbers = found.filter((one, index) => found.findIndex(({ address }) => address === one.address) === index);
  return { name, faxNumbers, directAddresses: directEmail ? [{ address: directEmail, label: 'Direct' }] : [] };
}

export function memberRecipient(member: CareTeamMember): Recipient {
  const places = member.addressInfos
    .filter(({ isArchived }) => !isArchived)
    .map(({ addressLabel, address, faxNumber: fax }) => ({ addressLabel, ...address, fax }));
  return recipientOf(`${member.firstName} ${member.lastName}`, member.fax, member.directEmail, places);
}

export function providerRecipient(provider: HealthcareProvider): Recipient {
  const name = `${provider.firstName} ${provider.lastName}`;
  return recipientOf(name, provider.fax, provider.directEmail, provider.addresses);
}
