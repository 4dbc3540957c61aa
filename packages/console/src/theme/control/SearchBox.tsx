import CloseOutlined from '@ant-design/icons/CloseOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import styles from './SearchBox.module.css';

/** A small search field; Escape clears it. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.box}>
      <SearchOutlined aria-hidden className={styles.glass} />
      <input
        type="text"
        inputMode="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value && (
        <IconButton
          icon={<CloseOutlined aria-hidden style={{ fontSize: 11 }} />}
          tip={t('action.clear')}
          size={24}
          onClick={() => onChange('')}
        />
      )}
    </div>
  );
}
