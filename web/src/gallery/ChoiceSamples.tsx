import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ImageUpload } from '../ui/ImageUpload.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { TreeSelect } from '../ui/TreeSelect.tsx';
import { YesNo } from '../ui/YesNo.tsx';
import { YesNoPanel } from '../ui/YesNoPanel.tsx';
import { clinicTree } from './clinics.ts';
import { Live, State, Widget } from './Sample.tsx';

const question = 'Does the provider accept new patients?';

function YesNoStates(): ReactNode {
  return (
    <Widget name="YesNo">
      <Live<boolean | null> name="Empty" initial={null}>
        {(value, onChange) => <YesNo label={question} value={value} onChange={onChange} />}
      </Live>
      <Live<boolean | null> name="Filled" initial>
        {(value, onChange) => <YesNo label={question} value={value} onChange={onChange} />}
      </Live>
      <Live<boolean | null> name="Error" initial={null}>
        {(value, onChange) => (
          <YesNo label={question} withAsterisk value={value} onChange={onChange} error="This is a required field" />
        )}
      </Live>
      <State name="Disabled">
        <YesNo label={question} value={false} onChange={() => undefined} disabled />
      </State>
    </Widget>
  );
}

function TreeStates(): ReactNode {
  return (
    <Widget name="TreeSelect" isWide>
      <Live name="Filled" initial={['2']}>
        {(value, onChange) => (
          <TreeSelect
            label="Clinics"
            searchLabel="Search for a clinic..."
            nodes={clinicTree}
            value={value}
            onChange={onChange}
          />
        )}
      </Live>
      <Live name="Error" initial={[] as string[]}>
        {(value, onChange) => (
          <TreeSelect
            label="Clinics"
            nodes={clinicTree}
            value={value}
            onChange={onChange}
            error="Select at least one clinic"
          />
        )}
      </Live>
      <State name="Disabled">
        <TreeSelect label="Clinics" nodes={clinicTree} value={['1', '2', '3']} onChange={() => undefined} disabled />
      </State>
      <State name="Loading">
        <TreeSelect label="Clinics" nodes={[]} value={[]} onChange={() => undefined} isLoading />
      </State>
      <State name="Nothing">
        <TreeSelect label="Clinics" nodes={[]} value={[]} onChange={() => undefined} />
      </State>
    </Widget>
  );
}

function Picture({ error, disabled = false }: { error?: string; disabled?: boolean }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  return (
    <ImageUpload label="Logo" value={file} onChange={setFile} maxBytes={100_000} error={error} disabled={disabled} />
  );
}

/** Widgets for choosing. */
export function ChoiceSamples(): ReactNode {
  return (
    <>
      <YesNoStates />
      <Widget name="YesNoPanel">
        <Live<boolean | null> name="Empty" initial={null}>
          {(value, onChange) => (
            <YesNoPanel label={question} value={value} onChange={onChange} whenNo={<Text>Say until when.</Text>}>
              <Text>Say from when on.</Text>
            </YesNoPanel>
          )}
        </Live>
        <Live<boolean | null> name="Filled" initial>
          {(value, onChange) => (
            <YesNoPanel label={question} value={value} onChange={onChange}>
              <Text>Say from when on.</Text>
            </YesNoPanel>
          )}
        </Live>
      </Widget>
      <Widget name="Toggle">
        <Live<boolean> name="Off" initial={false}>
          {(value, onChange) => <Toggle label="Daily Summary Email" value={value} onChange={onChange} />}
        </Live>
        <Live<boolean> name="On" initial>
          {(value, onChange) => (
            <Toggle
              label="Daily Summary Email"
              description="Sent at 7 in the morning"
              value={value}
              onChange={onChange}
            />
          )}
        </Live>
        <Live<boolean> name="Error" initial={false}>
          {(value, onChange) => (
            <Toggle
              label="Daily Summary Email"
              value={value}
              onChange={onChange}
              error="You must have a verified email address to enable daily summary email notifications."
            />
          )}
        </Live>
        <State name="Disabled">
          <Toggle label="Daily Summary Email" value onChange={() => undefined} disabled />
        </State>
      </Widget>
      <TreeStates />
      <Widget name="ImageUpload" isWide>
        <State name="Empty">
          <Picture />
        </State>
        <State name="Filled">
          <ImageUpload label="Logo" value={null} onChange={() => undefined} currentUrl="/provider/icon.svg" />
        </State>
        <State name="Error">
          <Picture error="Logo is required" />
        </State>
        <State name="Disabled">
          <Picture disabled />
        </State>
      </Widget>
    </>
  );
}
