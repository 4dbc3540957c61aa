import { Suspense, useEffect } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { FormController } from '../useResourceForm.ts';

const fetchDialog = () => import('./ConflictDialog.tsx').then((m) => m.ConflictDialog);
const ConflictDialog = part(fetchDialog);

type Props = {
  controller: FormController;
  /** Goes to where the row was chosen, when it is gone. */
  onLeave: () => void;
};

/**
 * Asks what to do when somebody else has changed or deleted the row of a form. Fetched with the first change: a newer
 * version installed meanwhile no longer has the file, and missing it then would cost the filled-in form.
 */
export const FormConflict = ({ controller, onLeave }: Props) => {
  const { asked, isDirty } = controller;
  useEffect(() => {
    // Without it now there is another try when it is needed.
    if (isDirty) fetchDialog().catch(() => undefined);
  }, [isDirty]);
  if (!asked) return null;
  return (
    <Suspense>
      <ConflictDialog asked={asked} controller={controller} onLeave={onLeave} />
    </Suspense>
  );
};
