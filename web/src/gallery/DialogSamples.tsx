import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ClientSelectorDialog } from '../features/administration/shared/ClientSelectorDialog.tsx';
import { AcknowledgementDialog } from '../ui/AcknowledgementDialog.tsx';
import { confirm } from '../ui/confirm.tsx';
import { DateInput } from '../ui/DateInput.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { unsavedChanges } from '../ui/unsaved.ts';
import { Wizard } from '../ui/Wizard.tsx';
import { State, Widget } from './Sample.tsx';

type Shown = 'acknowledgement' | 'clients' | 'search' | 'wizard' | null;

const clients = [
  {
    key: 'organization Lakeside Health',
    label: 'Lakeside Health',
    children: [
      { key: '2', label: 'Lakeside Primary Care' },
      { key: '3', label: 'Lakeside Cardiology' },
    ],
  },
  { key: '4', label: 'Harbor Clinic' },
];

function WizardDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog opened onClose={onClose} title="Wizard" size="lg">
      <Wizard
        onFinish={onClose}
        steps={[
          { title: 'Choose', content: <Text>Who it is for.</Text> },
          { title: 'Write', content: <Text>What it is about.</Text> },
          { title: 'Send', content: <Text>Everything once more.</Text>, canGoBack: false },
        ]}
      />
    </Dialog>
  );
}

/** Dialogs, each behind its button. */
export function DialogSamples(): ReactNode {
  const [shown, setShown] = useState<Shown>(null);
  const [answer, setAnswer] = useState('');
  const [selected, setSelected] = useState<number[]>([3]);
  const [day, setDay] = useState('');
  const close = () => setShown(null);
  const ask = async () => setAnswer((await confirm(unsavedChanges)) ? 'Left' : 'Stayed');
  return (
    <Widget name="Dialogs" isWide>
      <State name="Closed">
        <Group>
          <Button variant="default" onClick={() => void ask()}>
            Cancel with changes
          </Button>
          <Button variant="default" onClick={() => setShown('acknowledgement')}>
            Acknowledge
          </Button>
          <Button variant="default" onClick={() => setShown('clients')}>
            Select clients
          </Button>
          <Button variant="default" onClick={() => setShown('search')}>
            Search in a dialog
          </Button>
          <Button variant="default" onClick={() => setShown('wizard')}>
            Wizard
          </Button>
        </Group>
        <Text role="status" mt="sm">
          {answer}
          {selected.length > 0 && ` Clients: ${selected.join(', ')}`}
        </Text>
      </State>
      <AcknowledgementDialog opened={shown === 'acknowledgement'} title="Referral Urgency Alert" onClose={close}>
        When care is needed within 24 hours, please call the provider office directly.
      </AcknowledgementDialog>
      <ClientSelectorDialog
        opened={shown === 'clients'}
        nodes={clients}
        selected={selected}
        onClose={close}
        onSave={(clientIds) => {
          setSelected(clientIds);
          close();
        }}
      />
      <Dialog opened={shown === 'search'} onClose={close} title="Search in a dialog" size="sm">
        <SearchBox label="Search in here" value="" onSearch={() => undefined} />
        <DateInput label="Since" mt="sm" value={day} onChange={setDay} />
      </Dialog>
      {shown === 'wizard' && <WizardDialog onClose={close} />}
    </Widget>
  );
}
