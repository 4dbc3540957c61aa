import { useTranslation } from 'react-i18next';
import { usePlatform } from '../Platform.tsx';

/**
 * Asks whether what is not saved may be lost, by leaving its page or by dropping what a dialog holds. It takes the place
 * of a question that stands, so that an answer means what is on the screen.
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
    });
  };
};
