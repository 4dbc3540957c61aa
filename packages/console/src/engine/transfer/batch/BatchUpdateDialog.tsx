import { Button, Checkbox, Form } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import styles from '../../form/Form.module.css';
import { type FormItem, metaOf, type Values } from '../../form/FormItem.ts';
import { FormItemView } from '../../form/FormItemView.tsx';
import { FormScopeProvider } from '../../form/FormScope.tsx';
import { useFormValues } from '../../form/useFormValues.ts';
import type { ListController } from '../../list/ListSlots.ts';
import { useUndoOutlook } from '../../undo/useUndoOutlook.ts';
import batch from './Batch.module.css';
import { selectedOf, useBatchUpdate } from './useBatchUpdate.ts';

type Props = {
  list: ListController;
  onClose: () => void;
  /** Replaces the metadata's items. */
  items?: readonly FormItem[];
  initial?: Values;
};

type FieldsProps = { update: ReturnType<typeof useBatchUpdate>; list: ListController };

function Fields({ update, list }: FieldsProps) {
  const { t } = useTranslation('engine');
  const { url } = list.resource;
  const outlook = useUndoOutlook(url, 'change', [...list.selection.ids]);
  const { form, items = [], checked } = update;
  const name = useId();
  const values = useFormValues(form) ?? {};
  return (
    <FormScopeProvider value={{ mode: 'create', row: undefined, url }}>
      {outlook && (
        <p className="t2" aria-live="polite">
          {outlook}
        </p>
      )}
      <fieldset className={batch.fields}>
        <legend className="t2 md">{t('batch.fields')}</legend>
        {items.map((item) => (
          <Checkbox
            key={item.id}
            checked={checked.has(item.id)}
            disabled={update.disabled.has(item.id)}
            onChange={(event) => update.toggle(item.id, event.target.checked)}
          >
            {metaOf(item).label}
          </Checkbox>
        ))}
      </fieldset>
      {update.reasons.length > 0 && (
        <ul role="alert" className={batch.reasons}>
          {update.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <Form name={name} form={form} layout="vertical" initialValues={update.start}>
        <div className={styles.fields}>
          {items
            .filter(({ id }) => checked.has(id))
            .map((item) => (
              <FormItemView key={item.id} item={item} values={values} />
            ))}
        </div>
      </Form>
    </FormScopeProvider>
  );
}

/** Changes the checked fields in every selected row. */
export function BatchUpdateDialog({ list, onClose, items, initial }: Props) {
  const { t } = useTranslation('engine');
  const update = useBatchUpdate({ list, items, initial, onDone: onClose });
  const count = list.selection.rows.length;
  const cancel = useGuardedClose(update.checked.size > 0, onClose);
  return (
    <Modal
      open
      width="70%"
      style={{ top: '1vh', maxWidth: 1000 }}
      title={t('batch.title', selectedOf(list))}
      onCancel={cancel}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={cancel}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            loading={update.isSaving}
            disabled={!update.canSave}
            onClick={() => void update.save()}
          >
            {t('batch.ok', { count })}
          </Button>
        </>
      }
    >
      {update.items && <Fields update={update} list={list} />}
      {!update.items && update.metadata.error && <Failed query={update.metadata} />}
      {!update.items && !update.metadata.error && <SkeletonRows rows={4} columns={2} />}
    </Modal>
  );
}
