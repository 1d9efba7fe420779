import { getDocumentText, type DocumentInfo, type SentWith } from '@careloop/contracts/charts/viewer';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { MarkupFrame } from './MarkupFrame.tsx';
import type { Find } from './find.ts';
import { TextState } from './TextState.tsx';
import { useMarks } from './useMarks.ts';
import classes from './Viewer.module.css';

export interface TextViewProps {
  sentWith?: SentWith | undefined;
  info: DocumentInfo;
  find: Find;
}

/** Minimum number of sections for a table of contents. */
const fewestSections = 3;

/** A document that is markup or was converted to it, sanitized and in its own frame. */
export function MarkupView({ info, sentWith, find }: TextViewProps): ReactNode {
  const { patientDocumentId, documentName } = info;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, ...sentWith, returnRawData: false }));
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [sections, setSections] = useState<readonly string[]>([]);
  useMarks(() => (loads > 0 ? frame.current?.contentDocument?.body : null), find, loads);
  const headings = () => [...(frame.current?.contentDocument?.querySelectorAll('h2') ?? [])];
  if (query.data === undefined || query.data.text.trim() === '') return <TextState query={query} />;
  return (
    <>
      {sections.length >= fewestSections && (
        <div className={classes.tools}>
          <Select
            aria-label="Go to section"
            placeholder="Go to section"
            size="xs"
            w={260}
            searchable
            // Always unselected, so that the same section can be selected again.
            value={null}
            data={sections.map((label, index) => ({ value: String(index), label }))}
            onChange={(index) => index !== null && headings()[Number(index)]?.scrollIntoView({ block: 'start' })}
          />
        </div>
      )}
      <div className={classes.pages}>
        <MarkupFrame
          ref={frame}
          html={query.data.text}
          title={`Text of ${documentName}`}
          onLoad={() => {
            setLoads((count) => count + 1);
            setSections(headings().map((heading, index) => heading.textContent.trim() || `Section ${index + 1}`));
          }}
        />
      </div>
    </>
  );
}
