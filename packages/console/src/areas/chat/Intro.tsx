import { useTranslation } from 'react-i18next';
import { Mark } from '../../theme/icon/Mark.tsx';
import styles from './chat.module.css';

const suggestions = ['command', 'rule'] as const;

/** The greeting, with two questions to start from. */
export function Intro({ onSuggest }: { onSuggest: (text: string) => void }) {
  const { t } = useTranslation('chat');
  return (
    <section className={styles.intro} aria-label={t('intro')}>
      <span className={styles.badge}>
        <Mark size={22} />
      </span>
      <strong>{t('greeting')}</strong>
      <p>{t('caution')}</p>
      <div className={styles.suggestions}>
        {suggestions.map((name) => (
          <button key={name} type="button" onClick={() => onSuggest(t(`suggestion.${name}.text`))}>
            {t(`suggestion.${name}.title`)}
          </button>
        ))}
      </div>
    </section>
  );
}
