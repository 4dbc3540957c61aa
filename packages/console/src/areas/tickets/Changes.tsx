import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatLength } from '../../platform/time/length.ts';
import { differences, type Grant, lengthOf } from './grant.ts';
import styles from './tickets.module.css';

/** Describes in words what the approver has changed compared with the request. */
export function Changes({ requested, form }: { requested: Grant; form: FormInstance<Grant> }) {
  const { t, i18n } = useTranslation('tickets');
  const values = Form.useWatch((all) => all, form);
  if (!values?.apply_assets) return null;
  const { counts, accounts, period } = differences(requested, values);
  const span = (grant: Grant) => formatLength(lengthOf(grant), i18n.language);
  const words = [
    ...counts.map(({ key, now, before }) => t(`changes.${key}`, { count: now, before })),
    ...(accounts ? [t('changes.accounts')] : []),
    ...(period ? [t('changes.period', { now: span(values), before: span(requested) })] : []),
  ];
  return (
    <div role="status">
      {words.length > 0 && (
        <p className={styles.changes}>
          <InfoCircleOutlined aria-hidden />
          {t('changes.line', {
            changes: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(words),
          })}
        </p>
      )}
    </div>
  );
}
