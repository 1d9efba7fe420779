import { chartUploadForm, uploadTexts } from '@careloop/contracts/charts/upload';
import { getPatientInfo } from '@careloop/contracts/patients';
import { IconClockPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import type { ApiError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { SupportLink } from '../../../ui/errorHelp.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { bringIntoView, UploadFiles } from './UploadFiles.tsx';
import classes from './UploadChart.module.css';
import { UploadFields } from './UploadFields.tsx';
import { isDone, isToSend, useUploads, type ChosenFile, type UploadInput, type UploadRun } from './useUploads.ts';

/** Selected files make the form dirty, so that leaving it asks first. */
const dialogForm = chartUploadForm.extend({ fileCount: z.number() });
type Values = z.output<typeof dialogForm>;

export interface UploadChartDialogProps {
  patientId: number;
  /** Files dropped where the upload is offered. */
  initialFiles?: readonly File[];
  onClose: () => void;
  /** Receives the new documents; the dialog closes once all are uploaded. */
  onUploaded?: ((patientDocumentIds: number[]) => void) | undefined;
}

function inputOf(patientId: number, values: Values): UploadInput {
  return {
    PatientId: patientId,
    DocumentTypeId: Number(values.documentType),
    DateProvided: values.dateProvided,
    HIPAAReleaseOnFile: values.hipaaAgreementAccepted,
    CustomDocumentType: values.customDocumentType,
    PatientEncounterId: values.encounter?.patientEncounterId,
    // No encounter is preselected if none is shown.
    DoNotDefaultToMostRecentEncounter: true,
  };
}

/** Form fields by the server's names in its errors. */
const fieldNames = {
  DocumentTypeId: 'documentType',
  DateProvided: 'dateProvided',
  HIPAAReleaseOnFile: 'hipaaAgreementAccepted',
  CustomDocumentType: 'customDocumentType',
  PatientEncounterId: 'encounter',
} as const;

/** Uploads files to a patient's chart (docs/domain/charts.md). */
export function UploadChartDialog({
  patientId,
  initialFiles = [],
  onClose,
  onUploaded,
}: UploadChartDialogProps): ReactNode {
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  const uploads = useUploads(initialFiles);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  /** Form values for the files that are about to be selected. */
  const waiting = useRef<Values | null>(null);
  const uploaded = useRef<number[]>([]);
  const form = useSchemaForm(dialogForm, {
    documentType: '',
    customDocumentType: '',
    dateProvided: '',
    encounter: null,
    hipaaAgreementAccepted: false,
    fileCount: 0,
  });

  /** Closes the dialog once no file is left, neither of this run nor of the others. */
  const finish = ({ documentIds, isWhole, error }: UploadRun, others: readonly ChosenFile[]) => {
    uploaded.current.push(...documentIds);
    setFailure(error ?? null);
    for (const [name, field] of Object.entries(fieldNames)) {
      const message = error?.validationErrors[name];
      if (message !== undefined) form.setError(field, { type: 'server', message });
    }
    if (isWhole && others.every(isDone)) complete();
  };
  const complete = () => {
    toast.success(uploadTexts.succeeded);
    // Synchronously, because a closed form does not ask when the page navigates to the new document.
    flushSync(onClose);
    onUploaded?.(uploaded.current);
  };
  /** Uploads the files in the list that can be sent. */
  const start = async (list: readonly ChosenFile[], values: Values) => {
    setFailure(null);
    const others = list.filter((one) => !isToSend(one));
    finish(await uploads.start(list.filter(isToSend), inputOf(patientId, values)), others);
  };
  const addAnyway = (one: ChosenFile) =>
    void form.handleSubmit(async (values: Values) => {
      setFailure(null);
      const others = uploads.files.filter(({ key }) => key !== one.key);
      finish(await uploads.start([one], inputOf(patientId, values)), others);
    })();
  const remove = (one: ChosenFile) => {
    uploads.remove(one.key);
    const others = uploads.files.filter(({ key }) => key !== one.key);
    form.setValue('fileCount', others.length, { shouldDirty: true });
    if (others.length > 0 && others.every(isDone)) complete();
  };
  const choose = (files: Iterable<File>) => {
    const list = [...uploads.files, ...uploads.add(files)];
    const values = waiting.current;
    waiting.current = null;
    form.setValue('fileCount', list.length, { shouldDirty: true });
    if (values !== null && list.some(isToSend)) void start(list, values);
  };
  const submit = (values: Values) => {
    if (uploads.files.some(isToSend)) {
      void start(uploads.files, values);
      return;
    }
    waiting.current = values;
    picker.current?.click();
  };

  return (
    <FormDialog
      opened
      title="Upload Chart"
      size="lg"
      form={form}
      onClose={onClose}
      acceptLabel="Upload"
      isAcceptDisabled={uploads.isUploading}
      header={
        info.data !== undefined && (
          <DialogSubject
            patient={info.data}
            consequence="Everyone who may open this patient’s chart sees the files once they have been checked."
          />
        )
      }
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <UploadFields patientId={patientId} isLocked={uploads.isUploading} />
        <UploadFiles
          patientId={patientId}
          uploads={uploads}
          onChoose={choose}
          onAddAnyway={addAnyway}
          onRemove={remove}
          picker={picker}
          onPickerCancel={useCallback(() => void (waiting.current = null), [])}
        />
        <Outcome files={uploads.files} failure={failure} />
      </FormProvider>
    </FormDialog>
  );
}

/** Why not all files were uploaded. */
function Outcome({ files, failure }: { files: readonly ChosenFile[]; failure: ApiError | null }): ReactNode {
  if (files.some(({ state }) => state === 'ended')) {
    return (
      <div ref={bringIntoView}>
        <Callout
          tone="warning"
          icon={<IconClockPause size={18} aria-hidden />}
          title="Your session ended during the upload"
        >
          Files that had not finished uploading were not kept. Everything you entered and chose is still here: press
          Upload to send it.
        </Callout>
      </div>
    );
  }
  if (failure === null) return null;
  const isUnexpected = failure.status >= 500 || failure.status === 0;
  const left = files.filter(({ state }) => state === 'failed' || state === 'refused');
  return (
    <div ref={bringIntoView}>
      <Callout tone="danger" title={uploadTexts.failed}>
        {failure.message}
        {/* In a long list, those that failed may be out of view. */}
        {files.length > 1 &&
          left.map(({ key, file, problem }) => (
            <div key={key} className={classes['left']}>
              <strong>{file.name}</strong>: {problem}
            </div>
          ))}
        {isUnexpected && <div>Error Code: {failure.reference}</div>}
        <div>
          <SupportLink errorCode={isUnexpected ? failure.reference : undefined} />
        </div>
      </Callout>
    </div>
  );
}
