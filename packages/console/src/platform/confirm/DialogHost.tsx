import { Suspense } from 'react';
import { usePlatform } from '../Platform.tsx';
import { part } from '../part/part.ts';
import { useStore } from '../store.ts';

const ConfirmDialog = part(() => import('./ConfirmDialog.tsx').then((m) => m.ConfirmDialog));
const IdentityDialog = part(() => import('./IdentityDialog.tsx').then((m) => m.IdentityDialog));

/** Shows pending questions. */
export function DialogHost() {
  const { dialogs } = usePlatform();
  const { pending } = useStore(dialogs.store);
  return (
    <Suspense>
      {pending.map((request) =>
        request.kind === 'confirm' ? (
          <ConfirmDialog key={request.id} question={request.question} onAnswer={request.settle} />
        ) : (
          <IdentityDialog
            key={request.id}
            level={request.level}
            purpose={request.purpose}
            onAnswer={request.settle}
          />
        ),
      )}
    </Suspense>
  );
}
