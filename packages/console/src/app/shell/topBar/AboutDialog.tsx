import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { Mark } from '../../../theme/icon/Mark.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import styles from './AboutDialog.module.css';
import { source, version } from './version.ts';

/**
 * About this installation: product, version, licence holder, edition or copyright, links, and the query
 * counts that the server reports.
 */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { settings, hasLicence } = useSession();
  const corporation = settings.XPACK_LICENSE_INFO?.corporation;
  const facts = [
    { key: 'version', value: version },
    hasLicence
      ? corporation
        ? { key: 'licence', value: corporation }
        : { key: 'edition', value: t('about.enterprise') }
      : { key: 'copyright', value: t('about.community', { year: new Date().getFullYear() }) },
  ];
  return (
    <Modal open width={440} title={t('help.about')} onCancel={onClose} footer={null} style={{ top: '15vh' }}>
      <div className={styles.head}>
        <Mark size={40} />
        <div>
          <strong>Gatehouse</strong>
          <div className="t3">{t('about.slogan')}</div>
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.key}>
            <dt>{t(`about.${fact.key}`)}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <SqlCounts />
      <div className={styles.links}>
        <a href={source.href} target="_blank" rel="noreferrer">
          {t(`about.${source.key}`)}
        </a>
        <a href="/core/download/" target="_blank" rel="noreferrer">
          {t('about.downloads')}
        </a>
      </div>
    </Modal>
  );
}

const tones = { warning: 'warn', danger: 'bad' } as const;

/** Numbers of database queries behind recent requests that made several, if the server reports them. */
function SqlCounts() {
  const { t } = useTranslation('shell');
  const counts = useHttp().sqlDigest();
  if (counts.length === 0) return null;
  return (
    <details className={styles.counts}>
      <summary>{t('about.queries')}</summary>
      <dl>
        {counts.map(({ url, count, level }) => (
          <div key={url}>
            <dt className="mono">{url}</dt>
            <dd>{level ? <StatusText kind={tones[level]}>{count}</StatusText> : count}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
