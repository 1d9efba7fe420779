import { listTemplateItems } from '@careloop/contracts/referrals/templateItems';
import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { LoadingMenuItem } from '../../../ui/LoadingMenuItem.tsx';
import { TextMenuItem, textMenu } from '../../../ui/TextMenuItem.tsx';

interface ReasonTemplatesProps {
  patientId: number;
  onInsert: (text: string) => void;
}

/** Menu of the texts that the patient's client offers for the reason of a referral. */
export function ReasonTemplates({ patientId, onInsert }: ReasonTemplatesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...queryOf(listTemplateItems, { patientId, kind: 'referralReason' as const }),
    enabled: isOpen,
  });
  const items = query.data?.items;
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" width={360} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconTemplate size={16} aria-hidden />}
        >
          Insert a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={textMenu}>
        {items === undefined && <LoadingMenuItem query={query} />}
        {items?.length === 0 && (
          <Menu.Label>None yet. Administrators add them under Lookups, Referral reasons.</Menu.Label>
        )}
        {items?.map(({ id, title, text }) => (
          <TextMenuItem key={id} title={title} text={text} onInsert={onInsert} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
