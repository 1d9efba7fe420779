import { imageExtensions, imageProblem } from '@careloop/contracts/fields/formats';
import { Button, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { useGroupFocus, type Focusable } from './focus.ts';
import classes from './ImageUpload.module.css';
import { useObjectUrl } from './useObjectUrl.ts';

export interface ImageUploadProps {
  label: string;
  /** The selected image, or null. */
  value: File | null;
  onChange: (file: File | null) => void;
  /** The current image, shown until another one is selected. */
  currentUrl?: string;
  /** Defaults to 5,000,000. */
  maxBytes?: number;
  error?: ReactNode;
  disabled?: boolean;
  ref?: Ref<Focusable>;
}

/** Selects one image, with a preview. A file that is not an image is refused with the reason. */
export function ImageUpload({ ref, ...props }: ImageUploadProps): ReactNode {
  const { label, value, onChange, currentUrl, maxBytes = 5_000_000, error, disabled = false } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const group = useGroupFocus(ref);
  const id = useId();
  const url = useObjectUrl(value) ?? currentUrl;
  const message = refusal ?? error;

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const problem = imageProblem(file, maxBytes);
    setRefusal(problem === null ? null : `${file.name}: ${problem}`);
    if (problem === null) onChange(file);
  };
  return (
    <div ref={group} role="group" aria-label={label} aria-describedby={`${id}hint`}>
      <Input.Label labelElement="div">{label}</Input.Label>
      <div className={classes['frame']} data-error={Boolean(message) || undefined}>
        <span className={classes['picture']}>
          {url === undefined ? (
            <IconPhoto size={28} aria-hidden />
          ) : (
            <img src={url} alt={value === null ? `Current ${label.toLowerCase()}` : value.name} />
          )}
        </span>
        <div className={classes['words']}>
          {value !== null && <span className={classes['name']}>{value.name}</span>}
          <span className={classes['hint']} id={`${id}hint`}>
            {imageExtensions.join(', ')}, up to {maxBytes / 1_000_000} MB
          </span>
          <div className={classes['buttons']}>
            <Button variant="default" size="compact-sm" disabled={disabled} onClick={() => input.current?.click()}>
              {url === undefined ? 'Choose a picture' : 'Choose another picture'}
            </Button>
            {value !== null && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                disabled={disabled}
                onClick={() => {
                  setRefusal(null);
                  onChange(null);
                }}
              >
                Remove
              </Button>
            )}
          </div>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={label}
        accept={imageExtensions.join(',')}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          // Lets the same file be selected again after it was refused or removed.
          event.currentTarget.value = '';
        }}
      />
      {Boolean(message) && (
        <Input.Error role="alert" mt={4}>
          {message}
        </Input.Error>
      )}
    </div>
  );
}
