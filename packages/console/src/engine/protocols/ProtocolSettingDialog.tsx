import type { CallPath } from '@gatehouse/contract/calls/all.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Form } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useMetadata } from '../../platform/Platform.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { useUnsaved } from '../../platform/page/useUnsaved.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { defaultsOf, formOf } from '../fields/convert.ts';
import styles from '../form/Form.module.css';
import type { FormItem, Values } from '../form/FormItem.ts';
import { FormItemView } from '../form/FormItemView.tsx';
import { useFormValues } from '../form/useFormValues.ts';
import type { ProtocolRow } from './protocolRows.ts';

const URL = '/api/v1/assets/protocol-settings/' satisfies CallPath;
const WIDTH = 800;

type Props = {
  row: ProtocolRow;
  isReadOnly: boolean;
  onClose: () => void;
  onSave: (row: ProtocolRow) => void;
};

/** When a setting is shown: selectors for `basic` autofill, the script for `script`. */
const whenOf: Record<string, Record<string, unknown>> = {
  username_selector: { autofill: 'basic' },
  password_selector: { autofill: 'basic' },
  submit_selector: { autofill: 'basic' },
  script: { autofill: 'script' },
};

const FLAGS = ['primary', 'required', 'default', 'public'] as const;

/**
 * Initial values of the form: the protocol's flags, and its settings with the defaults from the server's
 * metadata.
 */
const useStart = (row: ProtocolRow, metas: Record<string, FieldMeta>) =>
  useMemo(
    () => ({
      flags: Object.fromEntries(FLAGS.map((flag) => [flag, Boolean(row[flag])])),
      setting: { ...defaultsOf(metas), ...formOf(row.setting ?? {}, metas) },
    }),
    [row, metas],
  );

type FieldsProps = { row: ProtocolRow; metas: Record<string, FieldMeta>; values: Values };

function ProtocolFields({ row, metas, values }: FieldsProps) {
  const { t } = useTranslation('engine');
  const flagItems: FormItem[] = FLAGS.map((id) => ({
    id,
    type: 'boolean',
    label: t(`protocol.${id}`),
    helpText: t(`protocol.help.${id}`),
    ...(id === 'primary' && { disabled: row.primary === true }),
  }));
  return (
    <div className={styles.fields}>
      {flagItems.map((item) => (
        <FormItemView key={item.id} item={item} values={(values.flags ?? {}) as Values} parent={['flags']} />
      ))}
      {Object.entries(metas).map(([id, meta]) => (
        <FormItemView
          key={id}
          item={{ id, meta, enableWhen: whenOf[id] }}
          values={(values.setting ?? {}) as Values}
          parent={['setting']}
        />
      ))}
    </div>
  );
}

/** Properties and settings of one protocol. */
export function ProtocolSettingDialog({ row, isReadOnly, onClose, onSave }: Props) {
  const { t } = useTranslation('engine');
  const { data, isPending } = useMetadata(`${URL}?name=${encodeURIComponent(row.name)}`);
  const [form] = Form.useForm();
  const name = useId();
  const unsaved = useUnsaved();
  const cancel = useGuardedClose(unsaved.isUnsaved, onClose);
  const metas: Record<string, FieldMeta> = useMemo(
    () => data?.actions?.POST?.setting?.children ?? {},
    [data],
  );
  const start = useStart(row, metas);
  const values = useFormValues(form) ?? start;
  const save = async () => {
    const { flags, setting } = (await form.validateFields()) as {
      flags: Partial<ProtocolRow>;
      setting?: Values;
    };
    onSave({ ...row, ...flags, setting: { ...row.setting, ...setting } });
  };
  return (
    <Modal
      open
      width={WIDTH}
      title={t('protocol.settings', { name: row.name })}
      okText={t('action.confirm')}
      cancelText={t(isReadOnly ? 'action.close' : 'action.cancel')}
      okButtonProps={{ hidden: isReadOnly }}
      onOk={() => void save()}
      onCancel={cancel}
    >
      {isPending ? (
        <SkeletonRows rows={4} columns={2} />
      ) : (
        // Rendered without a form element: inside the form around it, submitting one would submit both.
        <Form
          name={name}
          component={false}
          form={form}
          layout="vertical"
          initialValues={start}
          disabled={isReadOnly}
          onValuesChange={unsaved.mark}
        >
          <ProtocolFields row={row} metas={metas} values={values} />
        </Form>
      )}
    </Modal>
  );
}
