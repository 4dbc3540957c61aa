import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../engine/form/FormItem.ts';
import { bodyText, errorText, fieldErrorsOf } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { showErrors } from '../../profile/OwnForm.tsx';
import type { ToWire } from '../ToWire.ts';

/** Tries a panel's values, saved or not, and reports what came of it, in the words of the server. */
export function TestButton(props: { toWire: ToWire; test: (body: Values) => Promise<string> }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const notify = useNotify();
  const form = Form.useFormInstance();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      notify.success(await props.test(await props.toWire(form.getFieldsValue())));
    } catch (error) {
      if (error instanceof HttpError && error.isKnown) return;
      const others = showErrors(form, error);
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      const isOnFields = Object.keys(fieldErrorsOf(error)).length > 0;
      const text = said ?? others ?? (isOnFields ? undefined : errorText(error, common));
      if (text) notify.error(text);
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
