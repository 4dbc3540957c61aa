import { Form } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';
import { useUnsaved } from '../../../platform/page/useUnsaved.ts';
import styles from '../Form.module.css';
import { useRequiredMark } from '../FormBody.tsx';
import type { FormItem, Values } from '../FormItem.ts';
import { FormItemView } from '../FormItemView.tsx';
import { useFormValues } from '../useFormValues.ts';

/** Props of a dialog that edits values. */
export type ItemsDialogProps<T extends Values = Values> = {
  title: string;
  items: readonly FormItem[];
  start: Partial<T>;
  okText?: string;
  width?: number | string;
  onClose: () => void;
  /** Rejecting keeps the dialog open. */
  onSave(values: T): void | Promise<void>;
};

/** The dialog with its inputs. */
export function ItemsDialogBox({
  title,
  items,
  start,
  okText,
  width = 640,
  onClose,
  onSave,
}: ItemsDialogProps) {
  const { t } = useTranslation('engine');
  const [form] = Form.useForm();
  const name = useId();
  const unsaved = useUnsaved();
  const cancel = useGuardedClose(unsaved.isUnsaved, onClose);
  const requiredMark = useRequiredMark();
  const values = useFormValues(form) ?? start;
  const save = async () => {
    const valid = await form.validateFields().catch(() => undefined);
    if (!valid) return;
    try {
      await onSave(form.getFieldsValue());
      unsaved.lift();
    } catch {
      // The request layer has reported the error; the dialog stays for a retry.
    }
  };
  return (
    <Modal
      open
      width={width}
      style={{ top: '3vh' }}
      title={title}
      okText={okText ?? t('action.confirm')}
      cancelText={t('action.cancel')}
      mask={{ closable: false }}
      onOk={save}
      onCancel={cancel}
    >
      {/* The dialog may be inside a form; another form element would submit the outer one. */}
      <Form
        name={name}
        component={false}
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={start}
        onValuesChange={unsaved.mark}
      >
        <div className={styles.fields}>
          {items.map((item) => (
            <FormItemView key={item.id} item={item} values={values} />
          ))}
        </div>
      </Form>
    </Modal>
  );
}
