import type { Letter as LetterText, LetterBrand, LetterPatient } from '@careloop/contracts/letters';
import { getPatientInfo, type PatientSummary } from '@careloop/contracts/patients';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Letter } from '../../../components/Letter.tsx';
import { printPage } from '../../../ui/printPage.ts';

export interface RequestLetterProps {
  patient: PatientSummary;
  /** Whether the reader may open the patient: address and insurance are printed only then. */
  canAccessPatient: boolean;
  /** Of the sender's client. */
  brand: UseQueryResult<LetterBrand>;
  letterFor: (about: LetterPatient | null) => LetterText;
  /** Called once it was printed, or the user closed the print dialog. */
  onPrinted: () => void;
}

/** A referral or consultation as a letter. It prints itself as soon as logo and patient are loaded. */
export function RequestLetter(props: RequestLetterProps): ReactNode {
  const { patient, canAccessPatient, brand, onPrinted } = props;
  const [isLogoReady, setLogoReady] = useState(false);
  const showLogo = useCallback(() => setLogoReady(true), []);
  const info = useQuery({
    ...queryOf(getPatientInfo, { patientId: patient.patientId }),
    enabled: canAccessPatient,
  });
  const isReady = isLogoReady && (!canAccessPatient || !info.isPending);
  const letter = props.letterFor(info.data ?? null);
  const { subject } = letter;
  useEffect(() => {
    if (!isReady) return undefined;
    window.addEventListener('afterprint', onPrinted, { once: true });
    printPage(subject);
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [isReady, subject, onPrinted]);
  if (brand.isPending) return null;
  // Without the client the letter still says who writes.
  return <Letter letter={letter} brand={brand.data ?? { clientName: '', logo: null }} onReady={showLogo} />;
}
