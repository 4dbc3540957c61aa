import { lazy, Suspense } from 'react';
import type { FormController } from './useResourceForm.ts';

const ConflictDialog = lazy(() =>
  import('./ConflictDialog.tsx').then((m) => ({ default: m.ConflictDialog })),
);

type Props = {
  controller: FormController;
  /** Goes to where the row was chosen, when it is gone. */
  onLeave: () => void;
};

/** Asks what to do when somebody else has changed or deleted the row of a form. Fetched when that happens. */
export const FormConflict = ({ controller, onLeave }: Props) =>
  controller.asked && (
    <Suspense>
      <ConflictDialog asked={controller.asked} controller={controller} onLeave={onLeave} />
    </Suspense>
  );
