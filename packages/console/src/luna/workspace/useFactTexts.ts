import { useTranslation } from 'react-i18next';

/** Texts for session facts that depend on the language. */
export const useFactTexts = () => {
  const { t } = useTranslation('luna');
  return {
    clipboard: (actions: readonly string[]): string => {
      const [copy, paste] = [actions.includes('copy'), actions.includes('paste')];
      if (copy && paste) return t('clipboard.both');
      if (copy) return t('clipboard.copyOnly');
      return paste ? t('clipboard.pasteOnly') : t('clipboard.none');
    },
  };
};
