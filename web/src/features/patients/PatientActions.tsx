import { allOf } from '@careloop/contracts/access';
import type { PatientInfo } from '@careloop/contracts/patients';
import { IconMessagePlus, IconPill, IconSend } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { ActionButton } from '../../components/ActionButton.tsx';
import { useSession } from '../../session/useSession.ts';
import { useCommand } from '../../ui/commands.ts';
import { documentKey, addressOf } from '../charts/shared/chartAddress.ts';
import { UploadChartButton } from '../charts/shared/UploadChartButton.tsx';
import { NewMessageDialog } from '../messages/shared/lazyDialogs.ts';
import { ConsultationWizard } from '../consultations/shared/lazyDialogs.ts';
import { ReferralWizard } from '../referrals/shared/lazyDialogs.ts';
import { UpdateFromEmr } from '../sharing/shared/emr.tsx';
import { SendTextButton } from '../sharing/shared/texts.tsx';
import { FindProvider } from './FindProvider.tsx';
import { FavoriteButton } from './shared/FavoriteButton.tsx';
import { patientName } from './shared/PatientBanner.tsx';

const page = getRouteApi('/Patient/$patientId');

/** What is begun from a patient's banner. */
export function PatientActions({ patient }: { patient: PatientInfo }): ReactNode {
  const { can } = useSession();
  const navigate = page.useNavigate();
  const { patientId } = patient;
  return (
    <>
      <FavoriteButton patient={patient} isFavorite={patient.isFavorite} />
      {can(allOf('Messages')) && <NewMessage patient={patient} />}
      <SendTextButton patient={patient} />
      <UploadChartButton
        patientId={patientId}
        onUploaded={([first]) =>
          first !== undefined && void navigate({ search: { section: 'documents', ...addressOf(documentKey(first)) } })
        }
      />
      <UpdateFromEmr patient={patient} />
      <FindProvider patient={patient} />
      <NewConsultation patient={patient} />
      <NewReferral patient={patient} />
    </>
  );
}

function NewMessage({ patient }: { patient: PatientInfo }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useCommand(`New message about ${patientName(patient)}`, () => setOpen(true), patient.can.sendMessage === true);
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-md"
        allowance={patient.can.sendMessage}
        leftSection={<IconMessagePlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        New message
      </ActionButton>
      {isOpen && <NewMessageDialog patientId={patient.patientId} onClose={close} onSent={close} />}
    </>
  );
}

function NewReferral({ patient }: { patient: PatientInfo }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommand(`New referral for ${patientName(patient)}`, () => setOpen(true), patient.can.createReferral === true);
  return (
    <>
      <ActionButton
        allowance={patient.can.createReferral}
        size="compact-md"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        New referral
      </ActionButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ReferralWizard patientId={patient.patientId} onClose={() => setOpen(false)} onSent={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function NewConsultation({ patient }: { patient: PatientInfo }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const allowance = patient.can.createConsultation;
  useCommand(`New consultation about ${patientName(patient)}`, () => setOpen(true), allowance === true);
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-md"
        allowance={allowance}
        leftSection={<IconPill size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        New consultation
      </ActionButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ConsultationWizard patientId={patient.patientId} onClose={close} onSent={close} />
        </Suspense>
      )}
    </>
  );
}
