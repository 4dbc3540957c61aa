import { useTranslation } from 'react-i18next';
import { useConfirm } from '../confirm/useConfirm.ts';
import { askToLeave, isGuarded } from './leaveGuards.ts';

/**
 * Asks whether unsaved changes may be lost, before something is done that cannot be taken back, such as signing out or
 * changing the organization under a form.
 */
export const useMayLeave = (): (() => Promise<boolean>) => {
  const confirm = useConfirm();
  const { t } = useTranslation('common');
  return async () => {
    if (!isGuarded()) return true;
    return askToLeave(() =>
      confirm({
        title: t('leave.title'),
        body: t('leave.body'),
        okText: t('leave.ok'),
        cancelText: t('leave.stay'),
      }),
    );
  };
};
