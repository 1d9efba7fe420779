import { useEffect, useRef, type ReactNode } from 'react';
import type { FieldError, FieldErrors, FieldValues } from 'react-hook-form';
import { Callout, type CalloutProps } from './Callout.tsx';
import { SupportLink } from './errorHelp.tsx';

interface FormErrorProps extends Pick<CalloutProps, 'children' | 'action'> {
  /** With a failure of the server: offers a support request about it. */
  errorCode?: string | undefined;
}

/** A form-level error, as a warning callout that screen readers announce at once (docs/domain/screens.md). */
export function FormError({ children, action, errorCode }: FormErrorProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed may be below a long form.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <Callout tone="warning" role="alert" action={action}>
        {children}
        {errorCode !== undefined && (
          <>
            <div>Error Code: {errorCode}</div>
            <SupportLink errorCode={errorCode} />
          </>
        )}
      </Callout>
    </div>
  );
}

interface ServerErrorProps<Values extends FieldValues> extends Pick<CalloutProps, 'action'> {
  errors: FieldErrors<Values>;
}

/** Why the server did not take a form, apart from its fields; nothing if it did. */
export function ServerError<Values extends FieldValues>({ errors, action }: ServerErrorProps<Values>): ReactNode {
  // Its declared type leaves out `types`, which `setError` accepts and keeps.
  const error: Partial<Pick<FieldError, 'message' | 'types'>> | undefined = errors.root?.['server'];
  if (error?.message === undefined) return null;
  const errorCode = error.types?.['errorCode'];
  return (
    <FormError action={action} errorCode={typeof errorCode === 'string' ? errorCode : undefined}>
      {error.message}
    </FormError>
  );
}
