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

/** What a dialog of values is opened with. */
export type ItemsDialogProps = {
  title: string;
  items: readonly FormItem[];
  start: Values;
  okText?: string;
  width?: number | string;
  onClose: () => void;
  /** Keeps the dialog open when it rejects. */
  onSave: (values: Values) => void | Promise<void>;
};

/** The dialog itself, with the inputs of its values. */
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
  const values = (Form.useWatch((all: Values) => all, form) as Values | undefined) ?? start;
  const save = async () => {
    const valid = await form.validateFields().catch(() => undefined);
    if (!valid) return;
    try {
      await onSave(form.getFieldsValue());
      unsaved.lift();
    } catch {
      // The request layer has told the person; the dialog stays for another try.
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
      {/* Opened from inside a form: a form element of its own would submit the one around it. */}
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
