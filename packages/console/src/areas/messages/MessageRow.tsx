import { CheckOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './messages.module.css';
import { plainText } from './messageText.tsx';
import type { SiteMessage } from './useMessages.ts';

/** An excerpt of a message; an unread one can be selected and marked as read. */
export function MessageRow(props: {
  message: SiteMessage;
  isSelected: boolean;
  onToggle: () => void;
  onOpen: () => void;
  onMark: () => void;
}) {
  const { t } = useTranslation('shell');
  const { has_read: isRead, date_created, content } = props.message;
  const { subject } = content;
  return (
    <li className={isRead ? styles.read : undefined}>
      <span className={styles.choice}>
        {!isRead && (
          <Checkbox
            checked={props.isSelected}
            onChange={props.onToggle}
            aria-label={t('messages.select', { subject })}
          />
        )}
      </span>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={props.onOpen}>
        <span className={styles.subject}>
          {!isRead && <span className="visually-hidden">{t('messages.unread')} </span>}
          {subject}
        </span>
        <span className={styles.excerpt}>{plainText(content.message)}</span>
        <span className={styles.facts}>
          <span className="ell">{content.sender}</span>
          <TimeText value={date_created} relative />
        </span>
      </button>
      {!isRead && (
        <IconButton
          icon={<CheckOutlined aria-hidden />}
          tip={t('messages.markOne', { subject })}
          onClick={props.onMark}
        />
      )}
    </li>
  );
}
