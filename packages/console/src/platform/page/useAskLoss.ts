import { useTranslation } from 'react-i18next';
import { usePlatform } from '../Platform.tsx';

/**
 * Asks whether what is not saved may be lost, by leaving its page or by dropping what a dialog holds. It takes the place
 * of a question that stands, so that an answer means what is on the screen.
 */
export const useAskLoss = (): ((by: 'leave' | 'drop') => Promise<boolean>) => {
  const { dialogs } = usePlatform();
  const { t } = useTranslation('common');
  const questions = {
    leave: {
      title: t('leave.title'),
      body: t('leave.body'),
      okText: t('leave.ok'),
      cancelText: t('leave.stay'),
    },
    drop: {
      title: t('drop.title'),
      body: t('drop.body'),
      okText: t('drop.ok'),
      cancelText: t('drop.stay'),
    },
  };
  return (by) => {
    dialogs.withdraw('confirm');
    return dialogs.confirm(questions[by]);
  };
};
