import { lazyPart } from '../../../lib/lazyPart.tsx';
import type { TaskDialogProps } from '../TaskDialog.tsx';
import type { TaskFormProps } from '../TaskForm.tsx';

export const TaskDialog = lazyPart<TaskDialogProps>(async () => (await import('../TaskDialog.tsx')).TaskDialog);
export const TaskForm = lazyPart<TaskFormProps>(async () => (await import('../TaskForm.tsx')).TaskForm);
