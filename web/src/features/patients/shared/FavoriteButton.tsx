import { patientName } from '@careloop/contracts/patients/identity';
import type { PatientSummary } from '@careloop/contracts/patients';
import { setFavorite } from '@careloop/contracts/patients/lists';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import classes from './FavoriteButton.module.css';

type Named = Pick<PatientSummary, 'patientId' | 'firstName' | 'middleName' | 'lastName'>;

/** The star of a patient, filled if they are a favorite of the user; a click changes it. */
export function FavoriteButton({ patient, isFavorite }: { patient: Named; isFavorite: boolean }): ReactNode {
  const [wanted, setWanted] = useState<boolean>();
  const change = useCall(setFavorite, {
    onError: 'toast',
    errorPrefix: 'Favorite not changed.',
  });
  const isOn = (change.isPending ? wanted : undefined) ?? isFavorite;
  const toggle = () => {
    setWanted(!isOn);
    change.mutate({ patientId: patient.patientId, isFavorite: !isOn });
  };
  return (
    // Not an `ActionIcon`, which takes four times as long: a list of patients has one in every row.
    <button
      type="button"
      className={`${classes['star']} mantine-active`}
      data-on={isOn || undefined}
      aria-pressed={isOn}
      aria-label={`Favorite: ${patientName(patient)}`}
      onClick={toggle}
    >
      {isOn ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </button>
  );
}
