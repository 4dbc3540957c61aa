import CheckOutlined from '@ant-design/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/useSession.ts';
import { formatLength } from '../../platform/time/length.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { isAwaiting, isOwn } from '../../resources/tickets/ticket/process.ts';
import { isOpen } from '../../resources/tickets/ticket/ticket.ts';
import { lengthOf } from './grant.ts';
import styles from './tickets.module.css';
import { type Decision, type DecisionInput, useDecision } from './useDecision.ts';

const MOST = 20_000;

/**
 * Comment and actions for an open ticket, or for a closed one with an unsent comment; stays visible while the
 * page scrolls.
 */
export function DecisionBar(props: DecisionInput) {
  const { reading, form, text, onText } = props;
  const { row } = reading.detail;
  const { t, i18n } = useTranslation('tickets');
  const { profile } = useSession();
  const { isMobile } = useViewport();
  const { running, run } = useDecision(props);
  const values = Form.useWatch((all) => all, form);
  const mayDecide = isAwaiting(row, profile);
  const length = values?.apply_date_expired ? lengthOf(values) : 0;
  const button = (decision: Decision) => ({
    loading: running === decision,
    disabled: reading.isOutdated || (running !== undefined && running !== decision),
    onClick: () => void run(decision),
  });
  return (
    <section className={styles.bar} aria-label={t('decision')}>
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={MOST}
        aria-label={t('comment')}
        placeholder={t(mayDecide && !isMobile ? 'commentHint' : 'comment')}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button {...button('comment')} disabled={text.trim() === '' || running !== undefined}>
          {t('reply')}
        </Button>
        {isOpen(row) && isOwn(row, profile) && <Button {...button('close')}>{t('close')}</Button>}
        {mayDecide && (
          <>
            <Button danger icon={<CloseOutlined aria-hidden />} {...button('reject')}>
              {t('reject')}
            </Button>
            <Button type="primary" icon={<CheckOutlined aria-hidden />} {...button('approve')}>
              {length > 0 ? t('approveFor', { length: formatLength(length, i18n.language) }) : t('approve')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
