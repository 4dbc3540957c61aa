import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useConfirm } from '../confirm/useConfirm.ts';

/** Asks before a person leaves a page with changes, by navigation or by closing the tab. */
export const useLeaveGuard = (dirty: boolean): void => {
  const confirm = useConfirm();
  const { t } = useTranslation('common');
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    dirty ? currentLocation.pathname !== nextLocation.pathname : false,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: t('leave.title'),
      body: t('leave.body'),
      okText: t('leave.ok'),
      cancelText: t('leave.stay'),
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm, t]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
};
