import type { siteAlertForm } from '@careloop/contracts/site-info';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { SiteAlertLine } from './SiteAlertLine.tsx';
import classes from './SitePage.module.css';

/** Preview of the alert being written. */
export function SiteAlertPreview(): ReactNode {
  const { watch } = useFormContext<z.input<typeof siteAlertForm>>();
  const [severity, header, message] = watch(['severity', 'header', 'message']);
  return (
    <div>
      <p className={classes['label']}>Preview</p>
      <div className={classes['preview']}>
        <SiteAlertLine alert={{ severity, header: header.trim() || 'Header', message: message.trim() || 'Message' }} />
      </div>
    </div>
  );
}
