import { listCannedReplies } from '@careloop/contracts/messages/cannedReplies';
import { Button, Menu } from '@mantine/core';
import { IconMessageBolt, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { LoadingMenuItem } from '../../../ui/LoadingMenuItem.tsx';
import { TextMenuItem, textMenu } from '../../../ui/TextMenuItem.tsx';

const CannedRepliesDialog = lazyPart(async () => (await import('./CannedRepliesDialog.tsx')).CannedRepliesDialog);

interface CannedRepliesProps {
  /** The current text, which can be saved as a canned reply. */
  message: string;
  onInsert: (text: string) => void;
}

/** Menu of canned replies: insert one, or manage them. */
export function CannedReplies({ message, onInsert }: CannedRepliesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isManaging, setManaging] = useState(false);
  const query = useQuery({ ...queryOf(listCannedReplies, {}), enabled: isOpen });
  const { data } = query;
  const replies = data?.cannedReplies ?? [];
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="top-start" width={320} returnFocus={false}>
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" leftSection={<IconMessageBolt size={16} aria-hidden />}>
            Canned replies
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={textMenu}>
          {data === undefined && <LoadingMenuItem query={query} />}
          {data !== undefined && replies.length === 0 && (
            <Menu.Label>None yet. Save texts here that you send often.</Menu.Label>
          )}
          {replies.map((reply) => (
            <TextMenuItem key={reply.cannedReplyId} title={reply.title} text={reply.message} onInsert={onInsert} />
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setManaging(true)}>
            Manage canned replies
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isManaging && <CannedRepliesDialog message={message} onClose={() => setManaging(false)} />}
    </>
  );
}
