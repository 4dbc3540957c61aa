import { useTranslation } from 'react-i18next';
import { usePlatform } from '../Platform.tsx';

/**
 * Asks whether unsaved input may be lost, by leaving its page or by closing its dialog. A question that is
 * still open is replaced, so that the answer refers to the one on the screen.
 */
export const useAskLoss = (): ((by: 'leave' | 'drop') => Promise<boolean>) => {
  const { dialogs } = usePlatform();
  const { t } = useTranslation('common');
  return (by) => {
    dialogs.withdraw('confirm');
    return dialogs.confirm({
      title: t(`unsaved.${by}.title`),
      body: t(`unsaved.${by}.body`),
      okText: t(`unsaved.${by}.ok`),
      cancelText: t(`unsaved.${by}.stay`),
      focusCancel: true,
    });
  };
};
