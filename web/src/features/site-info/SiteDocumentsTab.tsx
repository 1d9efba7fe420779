import { siteDocumentType, siteDocumentTypeLabels, siteDocumentTypes } from '@careloop/contracts/codes';
import { listSiteDocuments, saveSiteDocument, type SiteDocumentSummary } from '@careloop/contracts/site-info';
import { Button, Group, Select, Text } from '@mantine/core';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { loadingOf } from '../../api/pages.ts';
import { queryOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useSession } from '../../session/useSession.ts';
import { formatReleaseDay } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SiteDocumentDetail, typeLabel } from './SiteDocumentDetail.tsx';
import { SiteDocumentDialog } from './SiteDocumentDialog.tsx';

const page = getRouteApi('/Site/Documents');
const keyOf = (document: SiteDocumentSummary) => document.siteDocumentId;

const types = siteDocumentTypes.map((type) => ({
  value: String(siteDocumentType.codeOf(type)),
  label: siteDocumentTypeLabels[type],
}));

function renderRow({ documentType, version, releaseDate }: SiteDocumentSummary): ReactNode {
  return (
    <>
      <Text fw={600}>{typeLabel(documentType)}</Text>
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text inherit>Version {version}</Text>
        <time dateTime={releaseDate}>{formatReleaseDay(releaseDate)}</time>
      </Group>
    </>
  );
}

/** Release notes, privacy policies and terms of use, to read, add and edit. */
export function SiteDocumentsTab(): ReactNode {
  const { documentType, siteDocumentId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery(queryOf(listSiteDocuments, {}));
  const [isAdding, setAdding] = useState(false);
  const mayChange = useSession().can(saveSiteDocument.access);
  const all = query.data?.items ?? [];
  const items = documentType === undefined ? all : all.filter((one) => one.documentType === documentType);
  const select = (id: number | undefined, replace: boolean) =>
    void navigate({ search: (old) => ({ ...old, siteDocumentId: id }), replace });
  const filter = (type: number | undefined) =>
    void navigate({ search: (old) => ({ ...old, documentType: type, siteDocumentId: undefined }), replace: true });
  return (
    <>
      <ListDetailBoard
        label="Documents"
        heading="h2"
        list={[documentType]}
        items={items}
        rowKey={keyOf}
        renderRow={renderRow}
        selectedKey={siteDocumentId}
        onSelect={(key, isStep) => select(key === null ? undefined : Number(key), isStep)}
        detail={(key) => {
          const found = all.find((one) => one.siteDocumentId === key);
          return found && <SiteDocumentDetail key={key} summary={found} />;
        }}
        missing={<NoDocument />}
        actions={
          mayChange && (
            <Button size="compact-md" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              New document
            </Button>
          )
        }
        filters={
          <Select
            aria-label="Type"
            placeholder="All types"
            clearable
            data={types}
            value={documentType === undefined ? null : String(documentType)}
            onChange={(value) => filter(value === null ? undefined : Number(value))}
          />
        }
        filtersCount={documentType === undefined ? 0 : 1}
        onResetFilters={() => filter(undefined)}
        empty={<NoDocuments isFiltered={documentType !== undefined} />}
        {...loadingOf(query)}
      />
      {isAdding && (
        <SiteDocumentDialog
          onClose={() => setAdding(false)}
          onSaved={(id) => {
            setAdding(false);
            void navigate({ search: { siteDocumentId: id }, replace: true });
          }}
        />
      )}
    </>
  );
}

function NoDocument(): ReactNode {
  return (
    <EmptyState
      icon={<IconFileText size={24} />}
      title="No items found"
      text="This document does not exist. Choose another one, or add it."
    />
  );
}

function NoDocuments({ isFiltered }: { isFiltered: boolean }): ReactNode {
  return (
    <EmptyState
      icon={<IconFileText size={24} />}
      title={isFiltered ? 'No documents of this type' : 'No documents yet'}
      text="Somebody who manages the installation can add one."
    />
  );
}
