import { Suspense, useEffect } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { FormController } from '../useResourceForm.ts';

const fetchDialog = () => import('./ConflictDialog.tsx').then((m) => m.ConflictDialog);
const ConflictDialog = part(fetchDialog);

type Props = {
  controller: FormController;
  /** Leaves the form for the list when the row is gone. */
  onLeave: () => void;
};

/**
 * Asks what to do when another user has changed or deleted the row of a form. Loaded with the first change: a
 * newer version installed meanwhile no longer has the file, and missing it then would cost the input.
 */
export const FormConflict = ({ controller, onLeave }: Props) => {
  const { pendingConflict, isDirty } = controller;
  useEffect(() => {
    // If this fails, it is retried when needed.
    if (isDirty) fetchDialog().catch(() => undefined);
  }, [isDirty]);
  if (!pendingConflict) return null;
  return (
    <Suspense>
      <ConflictDialog pendingConflict={pendingConflict} controller={controller} onLeave={onLeave} />
    </Suspense>
  );
};
