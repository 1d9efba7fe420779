import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { Tool } from './ViewerTools.tsx';

/** Steps to the previous and next document; undefined if there is none. */
export interface DocumentSteps {
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** Buttons for the documents before and after this one. */
export function StepTools({ onPrevious, onNext }: DocumentSteps): ReactNode {
  useShortcut('j', 'Next document', () => onNext?.());
  useShortcut('k', 'Previous document', () => onPrevious?.());
  return (
    <>
      <Tool label="Previous document" icon={IconChevronLeft} disabled={!onPrevious} onClick={() => onPrevious?.()} />
      <Tool label="Next document" icon={IconChevronRight} disabled={!onNext} onClick={() => onNext?.()} />
    </>
  );
}
