import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { saveBlob } from '../../lib/saveBlob.ts';
import { formatDate } from '../../ui/dates.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './Credentials.module.css';

export interface RecoveryCodesProps {
  codes: readonly string[];
  productName: string;
  username: string;
  /** Text of the button that continues. */
  doneLabel: string;
  /** Continues; the button is busy until it settles. */
  onDone: () => unknown;
}

/** Recovery codes, shown only once: the user must save them before continuing. Printing leaves out everything else. */
export function RecoveryCodes({ codes, productName, username, doneLabel, onDone }: RecoveryCodesProps): ReactNode {
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [madeAt] = useState(() => formatDate(new Date()));
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  // The previous form is gone, so the focus moves here.
  useEffect(() => list.current?.focus(), []);
  const title = `${productName} recovery codes for ${username}`;
  const remark = `Generated on ${madeAt}. Each works once, in place of a code from the authenticator app.`;
  const text = [title, remark, '', ...codes, ''].join('\r\n');
  const goOn = async () => {
    setBusy(true);
    await onDone();
    setBusy(false);
  };
  useWarning(!isKept);
  return (
    <div className={classes['recovery']}>
      <div className={classes['sheet']}>
        <p className={classes['printed']}>
          <strong>{title}</strong>
          <br />
          {remark}
        </p>
        <ul ref={list} tabIndex={-1} data-autofocus className={classes['codes']} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes['ways']}>
        <CopyButton text={codes.join('\n')} label="Copy" />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <label className={classes['kept']} htmlFor={id}>
        <input id={id} type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />I
        have saved them
      </label>
      <Button size="md" fullWidth disabled={!isKept} loading={isBusy} onClick={() => void goOn()}>
        {doneLabel}
      </Button>
    </div>
  );
}

/** Makes the browser ask before the page is closed with the codes. */
function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
