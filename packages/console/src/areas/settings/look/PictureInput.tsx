import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import styles from './look.module.css';

const isOwn = (value: unknown): boolean =>
  value instanceof File || !String(value ?? '').startsWith('/static/');

/** The address under which a picture can be seen, whether or not it is uploaded yet. */
const useAddress = (value: unknown): string => {
  const [local, setLocal] = useState('');
  useEffect(() => {
    if (!(value instanceof File)) return setLocal('');
    const address = URL.createObjectURL(value);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [value]);
  return value instanceof File ? local : String(value ?? '');
};

/**
 * Chooses a picture from the computer, or takes the installation's own away. Its value is the address of the present one, a
 * chosen file, or empty for the product's.
 */
export function PictureInput(props: InputProps) {
  const { t } = useTranslation('settings');
  const { meta, value, disabled, onChange } = props;
  const file = useRef<HTMLInputElement>(null);
  const address = useAddress(value);
  const name = meta.label;
  return (
    <div className={styles.picture}>
      <span className={styles.frame} data-own={isOwn(value)} data-name={props.name}>
        {address && <img src={address} alt={t('look.shown', { name })} />}
      </span>
      <input
        {...ariaOf(props)}
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        className="visually-hidden"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChange?.(chosen);
          // The same file can be chosen again after a change of mind.
          event.target.value = '';
        }}
      />
      <Button
        disabled={disabled}
        aria-label={t('look.chooseFor', { name })}
        onClick={() => file.current?.click()}
      >
        {t('look.choose')}
      </Button>
      {isOwn(value) && value !== '' && (
        <Button
          type="text"
          disabled={disabled}
          aria-label={t('look.takeAwayFor', { name })}
          onClick={() => onChange?.('')}
        >
          {t('look.takeAway')}
        </Button>
      )}
      {value === '' && <span className="t3">{t('look.ofProduct')}</span>}
    </div>
  );
}
