import { getDicomWindows, type DicomWindow, type DocumentAddress } from '@careloop/contracts/charts/viewer';
import { Group, Select, Slider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';

/** Range of a DICOM image's values drawn from black to white; undefined uses the file's own. */
export type PixelWindow = Pick<DicomWindow, 'width' | 'center'>;

interface WindowToolsProps {
  address: DocumentAddress;
  value: PixelWindow | undefined;
  onChange: (value: PixelWindow | undefined) => void;
}

const keyOf = ({ width, center }: PixelWindow) => `${width} ${center}`;

/** Window and level: the file's presets by name, or any value with the sliders. Nothing for a color image. */
export function WindowTools({ address, value, onChange }: WindowToolsProps): ReactNode {
  const { data } = useQuery({ ...queryOf(getDicomWindows, address), staleTime: Infinity });
  const [first] = data?.windows ?? [];
  if (data === undefined || first === undefined) return null;
  const used = value ?? first;
  const named = data.windows.map((one) => ({ value: keyOf(one), label: one.name }));
  const isNamed = named.some((one) => one.value === keyOf(used));
  const own = { value: keyOf(used), label: `Custom: ${used.width} / ${used.center}` };
  const span = Math.max(...data.windows.map(({ width, center }) => Math.abs(center) + width));
  return (
    <Group gap="sm" wrap="wrap">
      <Select
        aria-label="Window"
        size="xs"
        w={170}
        allowDeselect={false}
        value={keyOf(used)}
        data={isNamed ? named : [own, ...named]}
        onChange={(key) => {
          const chosen = data.windows.find((one) => keyOf(one) === key);
          if (chosen !== undefined) onChange(chosen === first ? undefined : chosen);
        }}
      />
      <Level
        label="Width"
        min={1}
        max={span * 2}
        value={used.width}
        onChange={(width) => onChange({ ...used, width })}
      />
      <Level
        label="Level"
        min={-span}
        max={span}
        value={used.center}
        onChange={(center) => onChange({ ...used, center })}
      />
    </Group>
  );
}

interface LevelProps {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** Applied when the thumb is released: each position would be another image from the server. */
function Level({ label, value, onChange, ...range }: LevelProps): ReactNode {
  return (
    <Group gap={6} wrap="nowrap">
      <Text fz="xs" c="dimmed" aria-hidden>
        {label}
      </Text>
      <Slider
        key={value}
        w={110}
        size="sm"
        thumbLabel={`Window ${label.toLowerCase()}`}
        {...range}
        defaultValue={value}
        onChangeEnd={onChange}
      />
    </Group>
  );
}
