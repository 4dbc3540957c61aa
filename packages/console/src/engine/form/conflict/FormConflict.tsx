import { Suspense, useEffect } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { FormController } from '../useResourceForm.ts';

const fetchDialog = () => import('./ConflictDialog.tsx').then((m) => m.ConflictDialog);
const ConflictDialog = part(fetchDialog);

type Props = {
  controller: FormController;
  /** Leaves the form when the row is gone. */
  onLeave: () => void;
};

/**
 * Asks what to do when another user has changed or deleted the form's row. The dialog's file is loaded at the
 * user's first edit: after an upgrade it is no longer on the server, and the input would be lost.
 */
export const FormConflict = ({ controller, onLeave }: Props) => {
  const { pendingConflict, isDirty } = controller;
  useEffect(() => {
    // A failed load is retried when the dialog is needed.
    if (isDirty) fetchDialog().catch(() => undefined);
  }, [isDirty]);
  if (!pendingConflict) return null;
  return (
    <Suspense>
      <ConflictDialog pendingConflict={pendingConflict} controller={controller} onLeave={onLeave} />
    </Suspense>
  );
};
