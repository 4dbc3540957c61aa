import CopyOutlined from '@ant-design/icons-svg/es/asn/CopyOutlined';
import type { SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { joined } from '../../../platform/i18n/joined.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useStore } from '../../../platform/store.ts';
import { formatAbsolute, parseTime } from '../../../platform/time/time.ts';
import { copyText } from '../../../replay/dark/clipboard.ts';
import { IconButton } from '../../../replay/dark/IconButton.tsx';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { readable } from '../../../theme/text/identity.ts';
import { useLuna } from '../../LunaContext.tsx';
import { accessEndOf } from '../accessEnd.ts';
import { lookOf } from '../tabs/phaseLook.ts';
import { useFactTexts } from '../useFactTexts.ts';
import type { WorkTab } from '../workspace.ts';
import styles from './panels.module.css';

const KNOWN_ACTIONS = ['connect', 'upload', 'download', 'copy', 'paste', 'delete', 'share'];

/** State and facts of the active terminal's session. */
export function SessionPanel() {
  const { t } = useTranslation('luna');
  const { workspace } = useLuna();
  const { list, active } = useStore(workspace.store);
  const tab = list.find((item) => item.key === active);
  if (!tab) return <p className={styles.empty}>{t('info.none')}</p>;
  return <Details key={tab.key} tab={tab} />;
}

function Details({ tab }: { tab: WorkTab }) {
  const { t } = useTranslation('luna');
  const { link } = useStore(tab.session.store);
  const look = lookOf(link);
  return (
    <>
      <p className={styles.state}>
        <span className={`k-${look.kind}`}>
          <Glyph name={look.glyph} />
        </span>
        {t(`phase.${look.word}`)}
      </p>
      <dl className={styles.facts}>
        <Fact name={t('info.asset')}>
          {tab.target.asset.name}
          <span className="mono t3">{tab.target.asset.address}</span>
        </Fact>
        {link.facts ? (
          <SessionFactList facts={link.facts} />
        ) : (
          <Fact name={t('info.account')}>{tab.target.username || tab.target.accountName}</Fact>
        )}
      </dl>
    </>
  );
}

/** The gateway's facts about a session as a list. */
export function SessionFactList({ facts }: { facts: SessionFacts }) {
  const { t } = useTranslation('luna');
  const { session } = usePlatform();
  const texts = useFactTexts();
  const org = session.get().workbenchOrgs.find((org) => org.id === facts.org_id);
  const absolute = (instant: string) => {
    const time = parseTime(instant);
    return time ? formatAbsolute(time) : '–';
  };
  const end = accessEndOf(facts);
  const actions = KNOWN_ACTIONS.filter((action) => facts.actions.includes(action));
  return (
    <>
      <Fact name={t('info.account')}>
        <span className="mono">{facts.account.username || facts.account.name}</span>
        {facts.account.username !== '' && facts.account.name !== facts.account.username && (
          <span className="t3">{facts.account.name}</span>
        )}
      </Fact>
      <Fact name={t('info.user')}>{readable(facts.user)}</Fact>
      <Fact name={t('info.protocol')}>
        <span className="mono">{facts.protocol}</span>
      </Fact>
      {facts.gateway !== '' && <Fact name={t('info.gateway')}>{facts.gateway}</Fact>}
      {org && <Fact name={t('info.organization')}>{org.name}</Fact>}
      <Fact name={t('info.started')}>
        <span className="num">{absolute(facts.date_start)}</span>
      </Fact>
      <Fact name={t('info.accessEnds')}>{end ? <span className="num">{end}</span> : t('info.noEnd')}</Fact>
      <Fact name={t('info.longest')}>
        <span className="num">{absolute(facts.date_max)}</span>
      </Fact>
      <Fact name={t('info.idle')}>{t('info.minutes', { count: facts.idle_minutes })}</Fact>
      <Fact name={t('info.recording')}>
        {facts.recorded ? t('info.recordingOn') : t('info.recordingOff')}
      </Fact>
      <Fact name={t('info.clipboard')}>{texts.clipboard(facts.actions)}</Fact>
      <Fact name={t('info.actions')}>{joined(actions.map((action) => t(`actions.${action}`))) || '–'}</Fact>
      {facts.watchers.length > 0 && <Fact name={t('info.watchers')}>{joined(facts.watchers)}</Fact>}
      <Fact name={t('info.hostKey')}>
        <Copyable text={facts.host_key_fingerprint} />
      </Fact>
      <Fact name={t('info.session')}>
        <Copyable text={facts.session_id} />
      </Fact>
    </>
  );
}

function Copyable({ text }: { text: string }) {
  const { t } = useTranslation('luna');
  const { notify } = usePlatform();
  if (text === '') return '–';
  return (
    <span className={styles.copyable}>
      <span className="mono">{text}</span>
      <IconButton
        icon={CopyOutlined}
        tip={t('action.copy')}
        size={12}
        tipSide="left"
        onClick={async () => {
          if (await copyText(text)) notify.copied();
        }}
      />
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
