import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import { Popover } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../platform/clipboard/useCopy.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { saveText } from '../transfer/download.ts';
import styles from './SecretCell.module.css';

/** Placeholder of a hidden secret. */
export const SECRET_MASK = '******';
/** Time in ms after which a shown secret is hidden again, unless the window loses the focus before. */
const SHOWN_MS = 30_000;

type Props = {
  /** What the secret belongs to; part of the button names. */
  name: string;
  /** Reads the secret on demand; may ask for confirmation first. */
  read: () => Promise<string>;
  onEdit?: () => void;
  canDownload?: boolean;
  /** Keeps line breaks, which keys need. */
  isBlock?: boolean;
};

/** Calls `hide` once the secret was shown long enough, or the user turns to something else. */
const useHiding = (shown: string | undefined, hide: () => void) => {
  const cell = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const handleHide = useEffectEvent(hide);
  useEffect(() => {
    if (shown === undefined) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const isOurs = ({ target }: Event) =>
      [cell, bubble].some(({ current }) => target instanceof Node && current?.contains(target));
    const timer = setTimeout(handleHide, SHOWN_MS);
    window.addEventListener('blur', () => handleHide(), { signal });
    document.addEventListener('pointerdown', (event) => !isOurs(event) && handleHide(), { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && handleHide(), { signal });
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [shown]);
  return { cell, bubble };
};

/** The request layer reports failures; a confirmation that the user cancels needs no report. */
const ignored = () => {};

/** Tracks whether the user has left the window since the call and not come back. */
const watchLeaving = () => {
  const end = new AbortController();
  let isAway = false;
  const note = (event: Event) => {
    isAway = event.type === 'blur';
  };
  for (const type of ['blur', 'focus']) window.addEventListener(type, note, { signal: end.signal });
  return { isAway: () => isAway, end: () => end.abort() };
};

/** A secret: hidden, with buttons to show, copy, download or change it. */
export function SecretCell({ name, read, onEdit, canDownload = true, isBlock = false }: Props) {
  const { t } = useTranslation('engine');
  const copy = useCopy();
  const [shown, setShown] = useState<string>();
  const { cell, bubble } = useHiding(shown, () => setShown(undefined));
  const withSecret = (use: (secret: string) => void) => () => void read().then(use, ignored);
  const show = () => {
    const user = watchLeaving();
    // A secret that arrives after the user has left stays hidden.
    const showHere = (secret: string) => setShown(user.isAway() ? undefined : secret);
    void read().then(showHere, ignored).finally(user.end);
  };
  const mask = (
    <span className={styles.line}>
      <Mono>{SECRET_MASK}</Mono>
    </span>
  );
  return (
    <span
      ref={cell}
      className="row"
      style={{ gap: 2, minWidth: 0, alignItems: isBlock ? 'start' : 'center' }}
    >
      {isBlock ? (
        <span className={styles.block}>
          <Mono>{shown ?? SECRET_MASK}</Mono>
        </span>
      ) : shown === undefined ? (
        mask
      ) : (
        // Only while it is shown, because a closed popup would keep the secret.
        <Popover
          open
          trigger={[]}
          placement="bottomLeft"
          content={
            <div ref={bubble}>
              <pre className={`mono ${styles.whole}`}>{shown}</pre>
              <span className="sm t3">{t('secret.hides', { seconds: SHOWN_MS / 1000 })}</span>
            </div>
          }
        >
          {mask}
        </Popover>
      )}
      <IconButton
        size={24}
        icon={shown === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        tip={t(shown === undefined ? 'secret.show' : 'secret.hide', { name })}
        aria-pressed={shown !== undefined}
        onClick={shown === undefined ? show : () => setShown(undefined)}
      />
      <IconButton
        size={24}
        icon={<CopyOutlined aria-hidden />}
        tip={t('secret.copy', { name })}
        onClick={withSecret((secret) => void copy(secret))}
      />
      {canDownload && (
        <IconButton
          size={24}
          icon={<DownloadOutlined aria-hidden />}
          tip={t('secret.download', { name })}
          onClick={withSecret((secret) => saveText(`${name}.txt`, secret, 'text/plain'))}
        />
      )}
      {onEdit && (
        <IconButton
          size={24}
          icon={<EditOutlined aria-hidden />}
          tip={t('secret.edit', { name })}
          onClick={onEdit}
        />
      )}
    </span>
  );
}
