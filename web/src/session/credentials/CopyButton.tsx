import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

const shownFor = 2500;

/** Copies a text to the clipboard and says whether it was. Hidden where the browser does not allow it. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!window.isSecureContext) return null;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setRefused(false);
      setCopied(true);
    } catch {
      setRefused(true);
    }
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
      >
        {label}
      </Button>
      <span className={isRefused ? undefined : 'visually-hidden'} role="status">
        {isRefused ? 'Could not be copied. Select the text instead.' : isCopied && 'Copied'}
      </span>
    </>
  );
}
