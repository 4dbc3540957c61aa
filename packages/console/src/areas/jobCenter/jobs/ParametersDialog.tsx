import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import type { Parameter } from './parameters.ts';

type Props = {
  name: string;
  parameters: readonly Parameter[];
  onClose: () => void;
  onRun: (values: Record<string, string>) => Promise<void>;
};

/** Asks for the values of a job's parameters before it runs. */
export function ParametersDialog({ name, parameters, onClose, onRun }: Props) {
  const { t } = useTranslation('ops');
  const [form] = Form.useForm<Record<string, string>>();
  const [isStarting, setStarting] = useState(false);
  const run = async () => {
    setStarting(true);
    try {
      await onRun(form.getFieldsValue());
    } finally {
      setStarting(false);
    }
  };
  return (
    <Modal
      open
      title={t('jobs.runOne', { name })}
      okText={t('jobs.run')}
      confirmLoading={isStarting}
      onCancel={onClose}
      onOk={() => void run().catch(() => undefined)}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={Object.fromEntries(parameters.map((one) => [one.name, one.default]))}
      >
        {parameters.map((one) => (
          <Form.Item key={one.name} name={one.name} label={one.label}>
            {one.options ? <Select options={one.options} /> : <Input />}
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}
