import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CollapsedTags } from '../../../engine/cells/CollapsedTags.tsx';
import { Tick } from '../../../theme/control/Tick.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { ReceiversDialog } from './ReceiversDialog.tsx';
import styles from './subscriptions.module.css';
import { type SetUpBackend, type Subscription, useChangeSubscription } from './useSubscriptions.ts';

/** Every message is a site message as well. */
const ALWAYS = 'site_msg';

/** Number of receivers without an account or address for a channel. */
const unreached = ({ receivers }: Subscription, { name }: SetUpBackend): number =>
  receivers.filter((receiver) => receiver[name] === false).length;

/** One message of the system: its channels, its receivers, and the button that changes them. */
export function SubscriptionRow(props: { message: Subscription; backends: readonly SetUpBackend[] }) {
  const { t } = useTranslation('settings');
  const { message, backends } = props;
  const [isOpen, setOpen] = useState(false);
  const change = useChangeSubscription(message.message_type);
  const choose = (name: SetUpBackend['name'], isOn: boolean) => {
    const others = message.receive_backends.filter((other) => other !== name);
    change.mutate({ receive_backends: isOn ? [...others, name] : others });
  };
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {message.message_type_label}
      </th>
      {backends.map(({ name, name_display }) => (
        <td key={name} className={styles.channel}>
          <span className={styles.word} aria-hidden>
            {name_display}
          </span>
          <Tick
            label={t('subscriptions.by', { message: message.message_type_label, channel: name_display })}
            isOn={name === ALWAYS || message.receive_backends.includes(name)}
            disabled={name === ALWAYS}
            onChange={(isOn) => choose(name, isOn)}
          />
        </td>
      ))}
      <td className={styles.receivers}>
        {message.receivers.length === 0 ? (
          <StatusText kind="warn">{t('subscriptions.nobody')}</StatusText>
        ) : (
          <CollapsedTags items={message.receivers.map(({ name }) => name)} />
        )}
        {backends
          .filter(({ name }) => message.receive_backends.includes(name))
          .map((backend) => ({ ...backend, count: unreached(message, backend) }))
          .filter(({ count }) => count > 0)
          .map(({ name, name_display, count }) => (
            <p key={name} className={styles.unreached}>
              {t('subscriptions.unreached', { count, channel: name_display })}
            </p>
          ))}
      </td>
      <td className={styles.action}>
        <Button
          size="small"
          aria-label={t('subscriptions.changeOf', { name: message.message_type_label })}
          onClick={() => setOpen(true)}
        >
          {t('subscriptions.change')}
        </Button>
        {isOpen && <ReceiversDialog message={message} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  );
}
