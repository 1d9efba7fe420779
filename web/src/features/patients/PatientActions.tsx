import { patientName } from '@careloop/contracts/patients/identity';
import { allOf } from '@careloop/contracts/access';
import { uploadDocuments, uploadTexts } from '@careloop/contracts/charts/upload';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { toSearchItem } from '@careloop/contracts/directory/search';
import type { PatientInfo } from '@careloop/contracts/patients';
import {
  IconCloudDownload,
  IconDeviceMobileMessage,
  IconMessagePlus,
  IconPill,
  IconSend,
  IconStethoscope,
  IconUpload,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { ActionBar, type BarAction } from '../../components/ActionBar.tsx';
import { useSession } from '../../session/useSession.ts';
import { useCommand } from '../../ui/commands.ts';
import { addressOf, documentKey } from '../charts/shared/chartAddress.ts';
import { UploadChartDialog } from '../charts/shared/lazyUpload.ts';
import { ConsultationWizard } from '../consultations/shared/lazyDialogs.ts';
import { AdvancedSearch } from '../directory/shared/lazyDialogs.ts';
import { NewMessageDialog } from '../messages/shared/lazyDialogs.ts';
import { ReferralWizard } from '../referrals/shared/lazyDialogs.ts';
import { UpdateFromEmrDialog, useEmrUpdate } from '../sharing/shared/emr.tsx';
import { SendTextDialog, textAllowance } from '../sharing/shared/texts.tsx';
import { FavoriteButton } from './shared/FavoriteButton.tsx';

const page = getRouteApi('/Patient/$patientId');

type ActionName = 'message' | 'text' | 'upload' | 'emr' | 'search' | 'consultation' | 'referral';

/** Actions in a patient's banner. */
export function PatientActions({ patient }: { patient: PatientInfo }): ReactNode {
  const [opened, setOpened] = useState<ActionName>();
  const actions = useActions(patient, setOpened);
  const session = useSession();
  const name = patientName(patient);
  const { can } = patient;
  const canMessage = can.sendMessage === true && session.can(allOf('Messages'));
  useCommand(`New message about ${name}`, () => setOpened('message'), canMessage);
  useCommand(`Find a provider for ${name}`, () => setOpened('search'));
  useCommand(`New consultation about ${name}`, () => setOpened('consultation'), can.createConsultation === true);
  useCommand(`New referral for ${name}`, () => setOpened('referral'), can.createReferral === true);
  return (
    <>
      <FavoriteButton patient={patient} isFavorite={patient.isFavorite} />
      <ActionBar actions={actions} menuLabel="More actions" />
      <Suspense fallback={null}>
        <OpenedDialog opened={opened} patient={patient} onClose={() => setOpened(undefined)} />
      </Suspense>
    </>
  );
}

function useActions(patient: PatientInfo, open: (name: ActionName) => void): BarAction[] {
  const session = useSession();
  const emrUpdate = useEmrUpdate(patient.patientId);
  const { can, isDeceased } = patient;
  const action = (name: ActionName, label: string, Icon: typeof IconSend, allowance: BarAction['allowance']) => ({
    label,
    icon: <Icon size={16} aria-hidden />,
    allowance,
    onStart: () => open(name),
  });
  const mayUpload = session.can(uploadDocuments.access) || uploadTexts.noPermission;
  const message = { ...action('message', 'New message', IconMessagePlus, can.sendMessage), isFrequent: true };
  const referral = action('referral', 'New referral', IconSend, can.createReferral);
  return [
    ...(session.can(allOf('Messages')) ? [message] : []),
    // Texting is not offered for a deceased patient.
    ...(isDeceased ? [] : [action('text', 'Send SMS', IconDeviceMobileMessage, textAllowance(patient))]),
    action('upload', 'UPLOAD CHART(S)', IconUpload, mayUpload),
    ...(emrUpdate === undefined ? [] : [action('emr', 'Update from EMR', IconCloudDownload, emrUpdate)]),
    action('search', 'Find a provider', IconStethoscope, true),
    action('consultation', 'New consultation', IconPill, can.createConsultation),
    { ...referral, isPrimary: true, isFrequent: true },
  ];
}

interface OpenedDialogProps {
  opened: ActionName | undefined;
  patient: PatientInfo;
  onClose: () => void;
}

function OpenedDialog({ opened, patient, onClose }: OpenedDialogProps): ReactNode {
  const navigate = page.useNavigate();
  const { patientId } = patient;
  const wizard = { patientId, onClose, onSent: onClose };
  const showUploaded = ([first]: number[]) =>
    first !== undefined && void navigate({ search: { section: 'documents', ...addressOf(documentKey(first)) } });
  switch (opened) {
    case undefined:
      return null;
    case 'message':
      return <NewMessageDialog {...wizard} />;
    case 'text':
      return <SendTextDialog patient={patient} onClose={onClose} />;
    case 'upload':
      return <UploadChartDialog patientId={patientId} onClose={onClose} onUploaded={showUploaded} />;
    case 'emr':
      return <UpdateFromEmrDialog patient={patient} onClose={onClose} />;
    case 'search':
      return <FindProvider patient={patient} onClose={onClose} />;
    case 'consultation':
      return <ConsultationWizard {...wizard} />;
    case 'referral':
      return <ReferralWizard {...wizard} />;
  }
}

/** The provider search of a patient: a referral or consultation can be started with a found provider. */
function FindProvider({ patient, onClose }: { patient: PatientInfo; onClose: () => void }): ReactNode {
  const [begun, setBegun] = useState<'referral' | 'consultation'>();
  const [provider, setProvider] = useState<ProviderSearchItem>();
  const { patientId, can } = patient;
  const begin = (what: 'referral' | 'consultation') => (found: Parameters<typeof toSearchItem>[0]) => {
    setProvider(toSearchItem(found));
    setBegun(what);
  };
  const referral = { label: 'Request referral', icon: <IconSend size={16} aria-hidden />, onBegin: begin('referral') };
  const consultation = {
    label: 'Request consultation',
    icon: <IconPill size={16} aria-hidden />,
    onBegin: begin('consultation'),
  };
  const requests = [
    ...(can.createReferral === true ? [referral] : []),
    ...(can.createConsultation === true ? [consultation] : []),
  ];
  const wizard = { patientId, provider, onClose, onSent: onClose };
  if (begun === 'referral') return <ReferralWizard {...wizard} />;
  if (begun === 'consultation') return <ConsultationWizard {...wizard} />;
  return <AdvancedSearch patientId={patientId} requests={requests} onClose={onClose} />;
}
