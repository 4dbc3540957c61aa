import { TranslationOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../platform/i18n/language.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Menu } from '../../../theme/control/menu/Menu.tsx';

/** The menu of the four languages, each under its own name. */
export function LanguageMenu({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const { language, setLanguage } = usePlatform();
  return (
    <Menu
      label={t('language')}
      align="end"
      items={languages.map(({ cookieCode, title }) => ({
        key: cookieCode,
        label: <span lang={cookieCode}>{title}</span>,
        isCurrent: cookieCode === language,
        onSelect: () => setLanguage(cookieCode),
      }))}
    >
      {(opener) => (
        <IconButton {...opener} icon={<TranslationOutlined aria-hidden />} tip={t('language')} size={size} />
      )}
    </Menu>
  );
}
