import type { Dialogs } from '../confirm/dialogs.ts';
import type { Notifier } from '../notify/notifier.ts';
import { isGuarded } from '../page/leaveGuards.ts';
import type { Translate } from './errorText.ts';
import type { HttpError } from './HttpError.ts';
import type { HttpOptions } from './HttpOptions.ts';

/** Decides what users see of a failed request. */
export const createFailureHandler = (deps: {
  notify: Pick<Notifier, 'error' | 'failed'>;
  /** Absent on pages that show no dialogs. */
  confirm: Dialogs['confirm'] | undefined;
  t: Translate;
  goToLogin: () => void;
  /** Opens the login page in another window, because this page has unsaved changes. */
  signInBeside: () => void;
  /** Whether start-up is over; until then, it handles 401 answers itself. */
  isStarted: () => boolean;
}) => {
  let asking = false;

  const askForLogin = async () => {
    if (!deps.confirm) return deps.goToLogin();
    if (asking) return;
    asking = true;
    const holdsWork = isGuarded();
    const isRetried = await deps.confirm({
      title: deps.t('error.loginRequiredTitle', {}),
      body: deps.t(holdsWork ? 'error.loginRequiredBeside' : 'error.loginRequired', {}),
      okText: deps.t('action.signInAgain', {}),
    });
    asking = false;
    if (isRetried) (holdsWork ? deps.signInBeside : deps.goToLogin)();
  };

  return (error: HttpError, options: HttpOptions): void => {
    if (error.status === 401) {
      if (!deps.isStarted()) return;
      if (error.url.includes('/users/profile/') && !isGuarded()) deps.goToLogin();
      else void askForLogin();
      return;
    }
    if (options.disableFlashErrorMsg) return;
    if (options.whatFailed) deps.notify.failed(options.whatFailed, error);
    else deps.notify.error(error);
  };
};
