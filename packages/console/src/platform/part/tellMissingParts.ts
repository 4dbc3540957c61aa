import type { Translate } from '../http/errorText.ts';
import type { Notifier } from '../notify/notifier.ts';
import { missingParts } from './part.ts';

const KEY = 'part';

/**
 * Shows a message while a part cannot be loaded, with a button to reload: after an upgrade, only that helps.
 */
export const tellMissingParts = (deps: { notify: Notifier; t: Translate; reload: () => void }): void => {
  const { notify, t, reload } = deps;
  missingParts.subscribe(() => {
    if (missingParts.get().count === 0) return notify.finish(KEY);
    const action = { label: t('action.reload', {}), onClick: reload };
    notify.progress({ key: KEY, text: t('error.partMissing', {}), action });
  });
};
