import { Modal, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SINGLE_KEYS } from '../../platform/keys/useShortcut.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { Kbd } from '../../theme/Kbd.tsx';
import styles from './AboutDialog.module.css';
import { jumps } from './useShellKeys.ts';

const fixed: { keys: string[]; text: string }[] = [
  { keys: ['F6'], text: 'regions' },
  { keys: ['Shift', 'F6'], text: 'regionsBack' },
  { keys: ['?'], text: 'list' },
  { keys: ['C'], text: 'create' },
  { keys: ['R'], text: 'refresh' },
  { keys: ['E'], text: 'update' },
  { keys: ['/'], text: 'search' },
];

/** What the keyboard does here. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { storage } = usePlatform();
  const [isOn, setIsOn] = useState(storage.get(SINGLE_KEYS) !== 'off');
  const switchSingle = (on: boolean) => {
    setIsOn(on);
    if (on) storage.remove(SINGLE_KEYS);
    else storage.set(SINGLE_KEYS, 'off');
  };
  return (
    <Modal
      open
      width={440}
      title={t('help.shortcuts')}
      onCancel={onClose}
      footer={null}
      style={{ top: '10vh' }}
    >
      <dl className={styles.keys}>
        {fixed.map(({ keys, text }) => (
          <Line key={text} keys={keys} text={t(`keys.${text}`)} />
        ))}
        {Object.entries(jumps).map(([letter, name]) => (
          <Line key={letter} keys={['G', letter.toUpperCase()]} text={t(`route.${name}`)} />
        ))}
      </dl>
      <div className="between" style={{ paddingTop: 16 }}>
        <span>{t('keys.single')}</span>
        <Switch checked={isOn} onChange={switchSingle} aria-label={t('keys.single')} />
      </div>
    </Modal>
  );
}

function Line({ keys, text }: { keys: string[]; text: string }) {
  return (
    <>
      <dt>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </>
  );
}
