import { addressText } from '@careloop/contracts/directory/addressText';
import type { ProviderAddress } from '@careloop/contracts/directory';
import { formatPhone, phoneLink } from '@careloop/contracts/fields';
import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Contact.module.css';

export interface ContactProps {
  /** "Referred by". */
  label: string;
  name: ReactNode;
  /** Organization, specialty, or both. */
  about?: string | null;
  address: ProviderAddress | null;
  /** Used if the address has none. */
  officePhone?: string | null;
  /** A further line: who wrote it for them. */
  note?: ReactNode;
  /** How to reach them from here. */
  action?: ReactNode;
}

/** A person of a request with what is needed to reach them: phone, fax and address. */
export function Contact(props: ContactProps): ReactNode {
  const { label, name, about, address, officePhone, note, action } = props;
  const phone = formatPhone(address?.officePhone ?? officePhone);
  const fax = formatPhone(address?.faxNumber);
  const place = addressText(address);
  return (
    <div className={classes['contact']}>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fw={600}>
        {name}
      </Text>
      {Boolean(about) && <Text fz="sm">{about}</Text>}
      {(phone !== '' || fax !== '') && (
        <Group gap="0 16px" fz="sm">
          {phone !== '' && (
            <span>
              Phone{' '}
              <Anchor fz="inherit" href={phoneLink(phone)}>
                {phone}
              </Anchor>
            </span>
          )}
          {fax !== '' && <span>Fax {fax}</span>}
        </Group>
      )}
      {place !== '' && (
        <Text fz="sm" c="dimmed">
          {place}
        </Text>
      )}
      {note !== undefined && (
        <Text fz="sm" c="dimmed">
          {note}
        </Text>
      )}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}

/** Both sides of a request, beside each other if there is room. */
export function Contacts({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes['contacts']}>{children}</div>;
}
