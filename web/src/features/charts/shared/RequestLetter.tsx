import type { SentChart } from '@careloop/contracts/charts/sent';
import type { ProviderAddress } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';
import { getPatientInfo, type PatientInfo, type PatientSummary } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Letter, LetterBlock, LetterBlocks, LetterSection } from '../../../components/Letter.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { printPage } from '../../../ui/printPage.ts';
import { addressText } from '../../directory/shared/address.ts';
import { patientName } from '../../patients/shared/PatientBanner.tsx';
import { patientIdentity } from '../../patients/shared/patientFacts.ts';
import { sentChartDetail } from './documentWords.ts';

/** Who writes the letter, or to whom. */
interface LetterParty {
  name: string;
  about?: string | null;
  address: ProviderAddress | null;
  officePhone?: string | null;
}

export interface RequestLetterProps {
  title: string;
  /** "Routine · Sent 11/16/26 · Due 12/16/26" */
  meta: string;
  patient: PatientSummary & { phone: string | null };
  /** Whether the reader may open the patient: address and insurance are printed only then. */
  canAccessPatient: boolean;
  from: LetterParty;
  to: LetterParty;
  charts: readonly SentChart[];
  returned?: readonly SentChart[];
  /** Called once it was printed, or the user closed the print dialog. */
  onPrinted: () => void;
  /** The case. */
  children: ReactNode;
}

/** "Phone (508) 555-0120 · Fax (508) 555-0121"; empty if neither is known. */
function reachText({ address, officePhone }: LetterParty): string {
  const phone = formatPhone(address?.officePhone ?? officePhone);
  const fax = formatPhone(address?.faxNumber);
  return [phone && `Phone ${phone}`, fax && `Fax ${fax}`].filter(Boolean).join(' · ');
}

const linesOf = (party: LetterParty) => [party.name, party.about ?? null, addressText(party.address), reachText(party)];

/** Active insurance, payer first: "Blue Cross · HMO · Member X123". */
function insuranceLines({ coverages }: PatientInfo): string[] {
  return coverages
    .filter(({ status }) => status === 'active')
    .map(({ payerName, planType, memberId }) =>
      ['Insurance', [payerName, planType, memberId && `Member ${memberId}`].filter(Boolean).join(' · ')].join(': '),
    );
}

function patientLines(patient: RequestLetterProps['patient'], info: PatientInfo | undefined): string[] {
  const address = info === undefined ? '' : addressText({ ...info, zipCode: info.zipcode });
  const phone = formatPhone(patient.phone);
  return [
    patientName(patient),
    patientIdentity(patient),
    [address, phone && `Phone ${phone}`].filter(Boolean).join(' · '),
    ...(info === undefined ? [] : insuranceLines(info)),
  ];
}

function Records({ charts }: { charts: readonly SentChart[] }): ReactNode {
  return (
    <ul>
      {charts.map((chart) => (
        <li key={chart.sentChartId}>
          {[chart.chartName, sentChartDetail(chart), formatDate(chart.chartDate ?? chart.dateSent)]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  );
}

/** A referral or consultation as a letter. It prints itself as soon as logo and patient are loaded. */
export function RequestLetter(props: RequestLetterProps): ReactNode {
  const { patient, from, to, charts, returned = [], canAccessPatient, onPrinted } = props;
  const [isLogoReady, setLogoReady] = useState(false);
  const info = useQuery({
    ...queryOf(getPatientInfo, { patientId: patient.patientId }),
    enabled: canAccessPatient,
  });
  const isReady = isLogoReady && (!canAccessPatient || !info.isPending);
  const subject = `${patientName(patient)} · ${patientIdentity(patient)}`;
  useEffect(() => {
    if (!isReady) return undefined;
    window.addEventListener('afterprint', onPrinted, { once: true });
    printPage(subject);
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [isReady, subject, onPrinted]);
  return (
    <Letter
      clientId={patient.clientId}
      letterhead={linesOf({ ...from, name: from.about ?? from.name, about: null }).filter(
        (line): line is string => line !== null && line !== '',
      )}
      title={props.title}
      meta={props.meta}
      onLogoReady={() => setLogoReady(true)}
    >
      <LetterBlock label="Patient" lines={patientLines(patient, info.data)} />
      <LetterBlocks>
        <LetterBlock label="From" lines={linesOf(from)} />
        <LetterBlock label="To" lines={linesOf(to)} />
      </LetterBlocks>
      {props.children}
      {charts.length > 0 && (
        <LetterSection title={`Records (${charts.length})`}>
          <Records charts={charts} />
        </LetterSection>
      )}
      {returned.length > 0 && (
        <LetterSection title={`Consult notes that came back (${returned.length})`}>
          <Records charts={returned} />
        </LetterSection>
      )}
    </Letter>
  );
}
