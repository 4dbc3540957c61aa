import { TranslationOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../platform/i18n/language.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';

/** The four languages, each in its own words. */
export function LanguageMenu({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const { language, setLanguage } = usePlatform();
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [language],
        items: languages.map((language) => ({
          key: language.cookieCode,
          label: <span lang={language.cookieCode}>{language.title}</span>,
          onClick: () => setLanguage(language.cookieCode),
        })),
      }}
    >
      <span>
        <IconButton
          icon={<TranslationOutlined aria-hidden />}
          tip={t('language')}
          size={size}
          aria-haspopup="menu"
        />
      </span>
    </Dropdown>
  );
}
