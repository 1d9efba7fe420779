import { ActionIcon, Group, NumberInput, Select, Text, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconLayoutSidebar,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { zoomSteps, type Zoom } from './pageLayout.ts';

export interface PageToolsProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onZoomStep: (direction: 1 | -1) => void;
  onRotate: () => void;
  hasThumbnails: boolean;
  onThumbnails: () => void;
}

export interface ToolProps {
  label: string;
  icon: Icon;
  onClick: () => void;
  disabled?: boolean;
  isPressed?: boolean;
}

export function Tool({ label, icon: ToolIcon, onClick, disabled = false, isPressed }: ToolProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={30}
        variant={isPressed === true ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={isPressed}
        disabled={disabled}
        onClick={onClick}
      >
        <ToolIcon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Page n of m, zoom and rotation of a document shown as pages. */
export function PageTools(props: PageToolsProps): ReactNode {
  const { page, pageCount, onPage, zoom, onZoom, onZoomStep, onRotate, hasThumbnails, onThumbnails } = props;
  const back = () => onPage(Math.max(1, page - 1));
  const on = () => onPage(Math.min(pageCount, page + 1));
  useShortcut('PageDown', 'Next page', on);
  useShortcut('PageUp', 'Previous page', back);
  useShortcut('+', 'Zoom in', () => onZoomStep(1));
  useShortcut('-', 'Zoom out', () => onZoomStep(-1));
  useShortcut('r', 'Rotate', onRotate);
  const steps = typeof zoom === 'number' && !zoomSteps.some((step) => step === zoom) ? [zoom, ...zoomSteps] : zoomSteps;
  return (
    <>
      {pageCount > 1 && (
        <Group gap={2} wrap="nowrap">
          <Tool label="Page thumbnails" icon={IconLayoutSidebar} isPressed={hasThumbnails} onClick={onThumbnails} />
          <Tool label="Previous page" icon={IconChevronUp} disabled={page <= 1} onClick={back} />
          <Tool label="Next page" icon={IconChevronDown} disabled={page >= pageCount} onClick={on} />
          <PageNumber key={page} page={page} pageCount={pageCount} onPage={onPage} />
          <Text fz="sm" aria-hidden>
            of {pageCount}
          </Text>
        </Group>
      )}
      <Group gap={2} wrap="nowrap">
        <Tool label="Zoom out" icon={IconZoomOut} onClick={() => onZoomStep(-1)} />
        <Select
          aria-label="Zoom"
          size="xs"
          w={104}
          allowDeselect={false}
          value={String(zoom)}
          onChange={(value) => onZoom(value === 'width' || value === 'page' ? value : Number(value))}
          data={[
            { value: 'width', label: 'Fit width' },
            { value: 'page', label: 'Fit page' },
            ...steps.map((step) => ({ value: String(step), label: `${Math.round(step * 100)}%` })),
          ]}
        />
        <Tool label="Zoom in" icon={IconZoomIn} onClick={() => onZoomStep(1)} />
        <Tool label="Rotate" icon={IconRotateClockwise} onClick={onRotate} />
      </Group>
    </>
  );
}

/** The current page; typing another number goes there. */
function PageNumber({ page, pageCount, onPage }: Pick<PageToolsProps, 'page' | 'pageCount' | 'onPage'>): ReactNode {
  const [value, setValue] = useState<number | string>(page);
  const go = () => {
    if (typeof value === 'number' && value !== page) onPage(Math.min(pageCount, Math.max(1, value)));
    else setValue(page);
  };
  return (
    <NumberInput
      aria-label={`Page, of ${pageCount}`}
      size="xs"
      w={52}
      hideControls
      allowDecimal={false}
      allowNegative={false}
      value={value}
      onChange={setValue}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
    />
  );
}
