import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../../replay/dark/controls.module.css';
import styles from './connect.module.css';

type Props = {
  protocols: { name: string; port: number | null }[];
  value: string;
  onChange: (protocol: string) => void;
};

/** Chooses the protocol; hidden when there is only one. */
export function ProtocolChoice({ protocols, value, onChange }: Props) {
  const { t } = useTranslation('luna');
  const name = useId();
  if (protocols.length < 2) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={controls.legend}>{t('connect.protocol')}</legend>
      <div className={styles.segments}>
        {protocols.map((protocol) => (
          <label key={protocol.name} className={styles.segment}>
            <input
              type="radio"
              name={name}
              checked={protocol.name === value}
              onChange={() => onChange(protocol.name)}
            />
            <span className="mono">
              {protocol.name}/{protocol.port}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
