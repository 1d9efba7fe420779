import { chartTexts } from '@careloop/contracts/charts';
import { IconFileText, IconFileUnknown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState, type QueryStateProps } from '../../../ui/QueryState.tsx';

/**
 * The text of a document, or why there is none. A refusal shows its own message; a text too long to show can still be
 * downloaded.
 */
export function TextState<Text extends { text: string }>(
  props: Pick<QueryStateProps<Text>, 'query' | 'children'>,
): ReactNode {
  const { data, error } = props.query;
  if (data === undefined && error?.status === 200) {
    return <EmptyState icon={<IconFileUnknown size={32} />} title={error.message} />;
  }
  const none = <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noText} />;
  return <QueryState {...props} failure={chartTexts.failed} isEmpty={({ text }) => text.trim() === ''} empty={none} />;
}
