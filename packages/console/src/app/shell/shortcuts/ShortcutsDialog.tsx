import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { modKey } from '../../../platform/keys/modKey.ts';
import { SINGLE_KEYS } from '../../../platform/keys/useShortcut.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { Kbd } from '../../../theme/tag/Kbd.tsx';
import styles from './ShortcutsDialog.module.css';
import { jumps } from './useShellKeys.ts';

type Key = { keys: readonly string[]; text: string };

const sections: readonly { key: string; lines: readonly Key[] }[] = [
  {
    key: 'everywhere',
    lines: [
      { keys: [modKey, 'K'], text: 'palette' },
      { keys: ['?'], text: 'list' },
      { keys: ['F6'], text: 'regions' },
      { keys: ['Shift', 'F6'], text: 'regionsBack' },
    ],
  },
  {
    key: 'lists',
    lines: [
      { keys: ['/'], text: 'search' },
      { keys: ['C'], text: 'create' },
      { keys: ['R'], text: 'refresh' },
      { keys: ['↑', '↓'], text: 'move' },
      { keys: ['Space'], text: 'select' },
      { keys: ['Enter'], text: 'open' },
      { keys: ['E'], text: 'update' },
    ],
  },
  { key: 'forms', lines: [{ keys: [modKey, 'Enter'], text: 'submit' }] },
  {
    key: 'replay',
    lines: [
      { keys: ['Space'], text: 'play' },
      { keys: ['←', '→'], text: 'seek' },
      { keys: ['↑', '↓'], text: 'command' },
      { keys: ['F'], text: 'fullScreen' },
    ],
  },
  {
    key: 'terminal',
    lines: [
      { keys: ['Alt', 'K'], text: 'connect' },
      { keys: ['Ctrl', 'Shift', 'F6'], text: 'leave' },
    ],
  },
];

/** The keyboard shortcuts; pages the user may not open are left out. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shortcuts');
  const shell = useTranslation('shell').t;
  const names = useRouteNames();
  const pages = Object.entries(jumps)
    .filter(([, name]) => names.canOpen(name))
    .map(([letter, name]) => ({ keys: ['G', letter.toUpperCase()], text: shell(`route.${name}`) }));
  const translated = sections.map(({ key, lines }) => ({
    key,
    lines: lines.map(({ keys, text }) => ({ keys, text: t(text) })),
  }));
  return (
    <Modal
      open
      width={680}
      title={shell('help.shortcuts')}
      onCancel={onClose}
      footer={null}
      style={{ top: '10vh' }}
    >
      <div className={styles.sheet}>
        {[...translated, ...(pages.length > 0 ? [{ key: 'goTo', lines: pages }] : [])].map((section) => (
          <Section key={section.key} title={t(`section.${section.key}`)} lines={section.lines} />
        ))}
      </div>
      <SingleKeys />
    </Modal>
  );
}

function Section({ title, lines }: { title: string; lines: readonly Key[] }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>
        {lines.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Switches single-letter shortcuts on or off; they may interfere with speech input and screen readers. */
function SingleKeys() {
  const { t } = useTranslation('shortcuts');
  const { storage } = usePlatform();
  const [isOn, setIsOn] = useState(storage.get(SINGLE_KEYS) !== 'off');
  const switchSingle = (on: boolean) => {
    setIsOn(on);
    if (on) storage.remove(SINGLE_KEYS);
    else storage.set(SINGLE_KEYS, 'off');
  };
  return (
    <div className={`between ${styles.single}`}>
      <span>{t('single')}</span>
      <Switch checked={isOn} onChange={switchSingle} aria-label={t('single')} />
    </div>
  );
}
