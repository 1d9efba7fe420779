import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

const shownFor = 2500;

/** Puts a text on the clipboard, and says so. Not there where the browser allows no page to do it. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!window.isSecureContext) return null;

  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy().catch(() => undefined)}
      >
        {label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}
