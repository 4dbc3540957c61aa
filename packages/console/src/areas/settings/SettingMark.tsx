import type { SettingHistory } from '@gatehouse/contract/calls/settings.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Button, Form } from 'antd';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { formOf } from '../../engine/fields/convert.ts';
import { MarkUnsaved } from '../../platform/part/MarkUnsaved.ts';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './settings.module.css';

type Props = {
  name: string;
  meta: FieldMeta;
  history: SettingHistory;
  value: unknown;
  canChange: boolean;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** Says of a setting that it differs from its default, and who changed it last; resets it in the form. */
export function SettingMark({ name, meta, history, value, canChange }: Props) {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const markUnsaved = useContext(MarkUnsaved);
  const hasDefault = 'initial' in history && meta.type !== 'nested object';
  const initial = formOf({ [name]: history.initial }, { [name]: meta })[name];
  const isChanged = hasDefault && !isSame(value, initial);
  if (!isChanged && !history.changed_by) return null;
  return (
    <div className={styles.mark}>
      {isChanged && <span className={styles.changed}>{t('changed')}</span>}
      {isChanged && canChange && (
        <Button
          type="link"
          size="small"
          aria-label={t('resetOne', { name: meta.label })}
          onClick={() => {
            form.setFieldValue(name, initial);
            markUnsaved();
          }}
        >
          {t('reset')}
        </Button>
      )}
      {history.changed_by && (
        <span>
          {t('changedBy', { name: history.changed_by })} <TimeText value={history.date_changed} relative />
        </span>
      )}
    </div>
  );
}
