import { uploadExtensions, uploadKinds, uploadLimits } from '@careloop/contracts/charts/upload';
import { ActionIcon, Button, Group, Input, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState, type DragEvent, type ReactNode, type RefObject } from 'react';
import { formatDate, formatLongDay } from '../../../ui/dates.ts';
import classes from './UploadChart.module.css';
import { isToSend, stateTexts, type ChosenFile, type Uploads } from './useUploads.ts';

const formats = Object.values(uploadKinds)
  .map(({ label }) => label)
  .join(', ');

const megabyte = 1024 * 1024;

function sizeOf({ size }: File): string {
  return size < megabyte ? `${Math.ceil(size / 1024)} KB` : `${(size / megabyte).toFixed(1)} MB`;
}

/** The browser would open a file dropped outside the frame, replacing the page and losing everything typed. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', prevent);
    window.addEventListener('drop', prevent);
    return () => {
      window.removeEventListener('dragover', prevent);
      window.removeEventListener('drop', prevent);
    };
  }, []);
}

export interface UploadFilesProps {
  patientId: number;
  uploads: Uploads;
  onChoose: (files: Iterable<File>) => void;
  /** Lets the parent open the file picker. */
  picker: RefObject<HTMLInputElement | null>;
  onPickerCancel: () => void;
  /** Adds a file that the chart already contains, or that names another person, with the user's decision. */
  onAddAnyway: (file: ChosenFile) => void;
  onRemove: (file: ChosenFile) => void;
}

/** Selects files, by picker or by dropping, and shows the progress of each. */
export function UploadFiles(props: UploadFilesProps): ReactNode {
  const { uploads, onChoose, picker, onPickerCancel } = props;
  const [isOver, setOver] = useState(false);
  const { files, isUploading } = uploads;
  const id = useId();
  useNoDropElsewhere();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isUploading) onChoose([...event.dataTransfer.files]);
  };
  return (
    <div role="group" aria-labelledby={`${id}label`} aria-describedby={`${id}hint`}>
      <Input.Label labelElement="div" id={`${id}label`}>
        Files
      </Input.Label>
      <div
        className={classes['frame']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          disabled={isUploading}
          onClick={() => picker.current?.click()}
        >
          Choose files
        </Button>
        <span className={classes['hint']} id={`${id}hint`}>
          or drop them here: {formats}, up to {uploadLimits.fileBytes / megabyte}MB each
        </span>
      </div>
      <PickerInput picker={picker} onChoose={onChoose} onCancel={onPickerCancel} />
      {files.length > 0 && (
        <ul className={classes['files']} aria-label="Chosen files">
          {files.map((one) => (
            <FileRow key={one.key} {...props} chosen={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface PickerInputProps {
  picker: RefObject<HTMLInputElement | null>;
  onChoose: (files: Iterable<File>) => void;
  onCancel: () => void;
}

function PickerInput({ picker, onChoose, onCancel }: PickerInputProps): ReactNode {
  useEffect(() => {
    const input = picker.current;
    input?.addEventListener('cancel', onCancel);
    return () => input?.removeEventListener('cancel', onCancel);
  }, [picker, onCancel]);
  return (
    <input
      ref={picker}
      type="file"
      hidden
      multiple
      tabIndex={-1}
      aria-label="Choose files"
      accept={uploadExtensions.map((extension) => `.${extension}`).join(',')}
      onChange={(event) => {
        onChoose([...(event.currentTarget.files ?? [])]);
        // Lets the same file be selected again after it was removed.
        event.currentTarget.value = '';
      }}
    />
  );
}

const icons = {
  good: <IconCircleCheck size={18} aria-hidden />,
  bad: <IconAlertTriangle size={18} aria-hidden />,
  neutral: <IconFile size={18} aria-hidden />,
};

function toneOf({ state }: ChosenFile): keyof typeof icons {
  if (state === 'done') return 'good';
  return ['failed', 'refused', 'there', 'other'].includes(state) ? 'bad' : 'neutral';
}

interface FileRowProps extends Pick<UploadFilesProps, 'patientId' | 'onAddAnyway' | 'onRemove' | 'uploads'> {
  chosen: ChosenFile;
}

function FileRow({ patientId, chosen, uploads, onAddAnyway, onRemove }: FileRowProps): ReactNode {
  const { key, file, state, problem, existing, namedPatient } = chosen;
  const tone = toneOf(chosen);
  const isOnItsWay = state === 'uploading';
  return (
    <li className={classes['file']} data-tone={tone}>
      <span className={classes['icon']}>{icons[tone]}</span>
      <div className={classes['words']}>
        <span className={classes['name']}>{file.name}</span>
        {isOnItsWay ? (
          <FileProgress chosen={chosen} />
        ) : (
          <span className={classes['state']} role={problem === undefined ? undefined : 'alert'}>
            {sizeOf(file)} · {problem ?? stateTexts[state]}
          </span>
        )}
        {existing !== undefined && (
          <ExistingDocument
            patientId={patientId}
            existing={existing}
            uploads={uploads}
            onAdd={() => onAddAnyway({ ...chosen, isDuplicate: true })}
          />
        )}
        {namedPatient !== undefined && (
          <OtherPatient
            named={namedPatient}
            uploads={uploads}
            onAdd={() => onAddAnyway({ ...chosen, isOfOther: true })}
          />
        )}
      </div>
      {isOnItsWay && chosen.share < 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          aria-label={`Cancel ${file.name}`}
          onClick={() => uploads.cancel(key)}
        >
          Cancel
        </Button>
      )}
      {!uploads.isUploading && (isToSend(chosen) || ['refused', 'there', 'other'].includes(state)) && (
        <ActionIcon aria-label={`Remove ${file.name}`} onClick={() => onRemove(chosen)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

interface ExistingDocumentProps {
  patientId: number;
  existing: NonNullable<ChosenFile['existing']>;
  uploads: Uploads;
  onAdd: () => void;
}

/** Says that the chart has a document with the same content, to open, and offers to add the file anyway. */
function ExistingDocument({ patientId, existing, uploads, onAdd }: ExistingDocumentProps): ReactNode {
  const { patientDocumentId, documentName, addedAt, addedByName } = existing;
  return (
    <div ref={bringIntoView} className={classes['existing']} role="alert">
      <span>
        The same file was added as <strong>{documentName}</strong> on {formatDate(addedAt)}
        {addedByName !== null && ` by ${addedByName}`}.
      </span>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          disabled={uploads.isUploading}
          renderRoot={(root) => (
            <Link
              {...root}
              to="/Patient/$patientId/charts"
              params={{ patientId: String(patientId) }}
              search={{ patientDocumentId }}
              target="_blank"
            />
          )}
        >
          Open
        </Button>
        <Button variant="default" size="compact-sm" disabled={uploads.isUploading} onClick={onAdd}>
          Add anyway
        </Button>
      </Group>
    </div>
  );
}

interface OtherPatientProps {
  named: NonNullable<ChosenFile['namedPatient']>;
  uploads: Uploads;
  onAdd: () => void;
}

/** Warns that a file may belong to another chart. */
function OtherPatient({ named, uploads, onAdd }: OtherPatientProps): ReactNode {
  const born = named.dateOfBirth === null ? '' : `, born ${formatLongDay(named.dateOfBirth)}`;
  return (
    <div ref={bringIntoView} className={classes['existing']} role="alert">
      <span>
        This file names{' '}
        <strong>
          {named.name}
          {born}
        </strong>
        , not this patient. It has not been added.
      </span>
      <Button variant="default" size="compact-sm" disabled={uploads.isUploading} onClick={onAdd}>
        Add anyway
      </Button>
    </div>
  );
}

function FileProgress({ chosen: { file, share } }: { chosen: ChosenFile }): ReactNode {
  const percent = Math.round(share * 100);
  // All bytes are sent; the server is checking and storing the file.
  const words = percent === 100 ? 'Saving...' : `${percent}% of ${sizeOf(file)}`;
  return (
    <>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={`Upload of ${file.name}`} aria-valuetext={words} />
      </Progress.Root>
      <span className={classes['state']}>{words}</span>
    </>
  );
}

/** For the `ref` of a message that may be out of view in a long form. */
export function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}
