import type { Translate } from '../http/errorText.ts';
import type { Notifier } from '../notify/notifier.ts';
import { missingParts } from './part.ts';

const KEY = 'part';

/** Shows a message as long as a part cannot be loaded; a newer version requires a reload. */
export const tellMissingParts = (deps: { notify: Notifier; t: Translate; reload: () => void }): void => {
  const { notify, t, reload } = deps;
  missingParts.subscribe(() => {
    if (missingParts.get().count === 0) return notify.finish(KEY);
    const action = { label: t('action.reload', {}), onClick: reload };
    notify.progress({ key: KEY, text: t('error.partMissing', {}), action });
  });
};
