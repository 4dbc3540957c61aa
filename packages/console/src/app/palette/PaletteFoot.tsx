import { useTranslation } from 'react-i18next';
import { modKey } from '../../platform/keys/modKey.ts';
import { Kbd } from '../../theme/tag/Kbd.tsx';
import styles from './Palette.module.css';

const hints = [
  { keys: ['↑', '↓'], text: 'keys.move' },
  { keys: ['↵'], text: 'keys.run' },
  { keys: [modKey, '↵'], text: 'keys.newTab' },
  { keys: ['Tab'], text: 'keys.actions' },
];

const prefixes = [
  { sign: '>', text: 'prefix.commands' },
  { sign: '@', text: 'prefix.assets' },
  { sign: '#', text: 'prefix.users' },
  { sign: '/', text: 'prefix.pages' },
];

/** Keys, and clickable prefixes that narrow the search. */
export function PaletteFoot({ onPrefix }: { onPrefix: (sign: string) => void }) {
  const { t } = useTranslation('palette');
  return (
    <div className={styles.foot}>
      <div className={styles.hints} aria-hidden="true">
        {hints.map(({ keys, text }) => (
          <span key={text} className={styles.hint}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {t(text)}
          </span>
        ))}
      </div>
      <div className={styles.prefixes}>
        {prefixes.map(({ sign, text }) => (
          <button
            key={sign}
            type="button"
            className={styles.prefix}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPrefix(sign)}
          >
            <b>{sign}</b> {t(text)}
          </button>
        ))}
      </div>
    </div>
  );
}
