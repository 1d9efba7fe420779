import { chartTexts } from '@careloop/contracts/charts';
import { IconFileText, IconFileUnknown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { inWords } from '../../../ui/errorWords.ts';

/** Why there is no text. A refusal shows its own message; a text too long to show can still be downloaded. */
export function TextFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }): ReactNode {
  if (error.status === 200) return <EmptyState icon={<IconFileUnknown size={32} />} title={error.message} />;
  return <ErrorState error={inWords(chartTexts.failed, error)} onRetry={onRetry} />;
}

export function NoText({ title }: { title: string }): ReactNode {
  return <EmptyState icon={<IconFileText size={32} />} title={title} />;
}
