import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { formatPhone } from '@careloop/contracts/fields';
import type { ReactNode } from 'react';
import classes from './CareTeam.module.css';

/** Office phone, fax and Direct address, one per line; nothing if there are none, so that the cell is empty. */
export function ContactLines({
  of: { officePhone, fax, directEmail },
}: {
  of: Pick<CareTeamMember, 'officePhone' | 'fax' | 'directEmail'>;
}): ReactNode {
  if (officePhone === null && fax === null && directEmail === null) return null;
  return (
    <span className={classes['stack']}>
      {officePhone !== null && <span>{formatPhone(officePhone)}</span>}
      {fax !== null && <span className={classes['dim']}>Fax {formatPhone(fax)}</span>}
      {directEmail !== null && <span className={classes['dim']}>{directEmail}</span>}
    </span>
  );
}
