import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import { Popover } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
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

/**
 * A revealed secret on one line, so that table rows keep their height; a secret that does not fit opens in
 * full below.
 */
function ShownLine({ name, secret }: { name: string; secret: string }) {
  const { t } = useTranslation('engine');
  const line = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = line.current ?? {};
    const hasMore = secret.trim().includes('\n') || scrollWidth > clientWidth;
    setCut(hasMore);
    setOpen(hasMore);
  }, [secret]);
  const text = (
    <span ref={line} className={`ell ${styles.line}`}>
      <Mono>{secret}</Mono>
    </span>
  );
  if (!isCut) return text;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      content={<pre className={`mono ${styles.whole}`}>{secret}</pre>}
    >
      <button type="button" className={styles.opener} aria-label={t('secret.whole', { name })}>
        {text}
      </button>
    </Popover>
  );
}

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
  useEffect(() => {
    if (shown === undefined) return;
    const hide = () => setShown(undefined);
    const timer = setTimeout(hide, SHOWN_MS);
    window.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', hide);
    };
  }, [shown]);
  const withSecret = (use: (secret: string) => void) => () => void read().then(use, ignored);
  const show = () => {
    const user = watchLeaving();
    // A secret that arrives after the user has left stays hidden.
    const showHere = (secret: string) => setShown(user.isAway() ? undefined : secret);
    void read().then(showHere, ignored).finally(user.end);
  };
  return (
    <span className="row" style={{ gap: 2, minWidth: 0, alignItems: isBlock ? 'start' : 'center' }}>
      {shown === undefined || isBlock ? (
        <span className={isBlock ? styles.block : styles.line}>
          <Mono>{shown ?? SECRET_MASK}</Mono>
        </span>
      ) : (
        <ShownLine name={name} secret={shown} />
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
