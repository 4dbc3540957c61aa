import { Button, Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../Form.module.css';
import { useRequiredMark } from '../FormBody.tsx';
import type { FormItem, Values } from '../FormItem.ts';
import { FormItemView } from '../FormItemView.tsx';
import { useFormValues } from '../useFormValues.ts';

/** Props of a small form. */
export type ItemsFormProps = {
  items: readonly FormItem[];
  start: Values;
  disabled?: boolean;
  okText?: string;
  onSave: (values: Values) => Promise<void>;
};

/** The form with its inputs. */
export function ItemsFormBody({ items, start, disabled, okText, onSave }: ItemsFormProps) {
  const { t } = useTranslation('engine');
  const [form] = Form.useForm();
  const name = useId();
  const requiredMark = useRequiredMark();
  const [isSaving, setSaving] = useState(false);
  const values = useFormValues(form) ?? start;
  const save = async () => {
    setSaving(true);
    try {
      await form.validateFields();
      await onSave(form.getFieldsValue());
    } catch {
      // Fields show their own errors, the request layer the others.
    } finally {
      setSaving(false);
    }
  };
  return (
    <Form
      name={name}
      form={form}
      layout="vertical"
      requiredMark={requiredMark}
      initialValues={start}
      disabled={disabled}
    >
      <div className={styles.fields}>
        {items.map((item) => (
          <FormItemView key={item.id} item={item} values={values} />
        ))}
      </div>
      <Button type="primary" loading={isSaving} disabled={disabled} onClick={() => void save()}>
        {okText ?? t('action.save')}
      </Button>
    </Form>
  );
}
