import { useTranslation } from 'react-i18next';
import { useUnopened } from '../../engine/protocols/connectMethods.ts';

/** What a row says about an asset that the web terminal cannot open. */
export type UnopenedText = { short: string; sentence: string };

/**
 * Texts for an asset with these protocols if the web terminal opens none of them. Without any gateway nothing is
 * marked: the dialog says so once.
 */
export const useUnopenedText = (): ((
  protocols: readonly string[] | undefined,
) => UnopenedText | undefined) => {
  const { t } = useTranslation('luna');
  const unopened = useUnopened();
  return (protocols) => {
    const words = unopened(protocols);
    if (!words?.opened) return undefined;
    return words.protocols
      ? { short: t('assets.only', words), sentence: t('assets.unopened', words) }
      : { short: t('assets.noProtocol'), sentence: t('assets.unopenedNone', words) };
  };
};
