import DownOutlined from '@ant-design/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../../platform/page/Failed.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { SubscriptionRow } from './SubscriptionRow.tsx';
import styles from './subscriptions.module.css';
import { type SetUpBackend, type SubscriptionGroup, useSubscriptions } from './useSubscriptions.ts';

/** The messages of one category, below a row that hides them. */
function Category({ group, backends }: { group: SubscriptionGroup; backends: readonly SetUpBackend[] }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <tbody>
      <tr className={styles.category}>
        <th scope="rowgroup" colSpan={backends.length + 3}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            {group.category_label}
          </button>
        </th>
      </tr>
      {isOpen &&
        group.children.map((message) => (
          <SubscriptionRow key={message.message_type} message={message} backends={backends} />
        ))}
    </tbody>
  );
}

/** Who gets the messages of the system, and by which channels. */
export function SubscriptionsTab() {
  const { t } = useTranslation('settings');
  const { listed, backends } = useSubscriptions();
  const failed = [listed, backends].find(({ error }) => error);
  if (!listed.data || !backends.data)
    return failed ? <Failed query={failed} /> : <SkeletonRows rows={4} columns={4} />;
  if (listed.data.length === 0) return <EmptyState title={t('subscriptions.empty')} />;
  return (
    <Card title={t('subscriptions.title')} flush>
      <p className={styles.lead}>{t('subscriptions.lead')}</p>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('subscriptions.title')}>
          <thead>
            <tr>
              <th scope="col">{t('subscriptions.message')}</th>
              {backends.data.map(({ name, name_display }) => (
                <th key={name} scope="col" className={styles.channel}>
                  {name_display}
                </th>
              ))}
              <th scope="col">{t('subscriptions.receivers')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('subscriptions.change')}</span>
              </th>
            </tr>
          </thead>
          {listed.data.map((group) => (
            <Category key={group.category} group={group} backends={backends.data} />
          ))}
        </table>
      </div>
    </Card>
  );
}
