import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../engine/form/FormItem.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import type { ToWire } from '../ToWire.ts';

/** Tries a panel's values, saved or not, and reports what came of it. */
export function TestButton(props: { toWire: ToWire; test: (body: Values) => Promise<string> }) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const form = Form.useFormInstance();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      notify.success(await props.test(await props.toWire(form.getFieldsValue())));
    } catch {
      // The request layer has reported the error.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button style={{ order: -1 }} loading={isBusy} onClick={() => void run()}>
      {t('test')}
    </Button>
  );
}
