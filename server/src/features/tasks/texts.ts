import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';

interface DueTask {
  taskId: number;
  /** Whether the mail goes to the assignee. */
  isAssignee: boolean;
  isAssigned: boolean;
}

export function dueText(portal: Portal, fullName: string, task: DueTask): MailText {
  return noticeText(portal, {
    subject: 'Task due',
    fullName,
    text: lineOf(task),
    path: `/Tasks${task.isAssignee ? '' : `?relation=added&taskId=${task.taskId}`}`,
    linkLabel: 'See your tasks',
  });
}

function lineOf({ isAssignee, isAssigned }: DueTask): string {
  if (isAssignee) return 'A task that is assigned to you is due.';
  return isAssigned
    ? 'A task that you added is due. The person it is assigned to can no longer open it.'
    : 'A task that you added is due. It is assigned to nobody.';
}
