import { Button, Form } from 'antd';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../engine/form/FormItem.ts';
import { bodyText, errorText, fieldErrorsOf } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { showErrors } from '../../profile/OwnForm.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestedContext } from './Tested.tsx';

type Props = {
  toWire: ToWire;
  /** Calls the server; with these options, the button alone reports what it answers. */
  send: (options: { body: Values; disableFlashErrorMsg: true }) => Promise<{ msg: string }>;
  isDisabled?: boolean;
};

/** Tries a panel's values, saved or not, and says beneath their field what came of it, in the words of the server. */
export function TestButton({ toWire, send, isDisabled = false }: Props) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const notify = useNotify();
  const form = Form.useFormInstance();
  const { about, tell } = useContext(TestedContext);
  const [isBusy, setIsBusy] = useState(false);
  const succeed = (text: string, values: Values) => {
    if (about === undefined) return notify.success(text);
    tell({ text, values });
    form.scrollToField(about, { block: 'nearest' });
  };
  const fail = (text: string) => {
    if (about === undefined) return notify.error(text);
    form.setFields([{ name: about, errors: [text] }]);
    form.scrollToField(about, { block: 'nearest' });
  };
  const run = async () => {
    setIsBusy(true);
    tell(undefined);
    if (about !== undefined) form.setFields([{ name: about, errors: [] }]);
    try {
      const values = form.getFieldsValue(true);
      const body = await toWire(form.getFieldsValue());
      succeed((await send({ body, disableFlashErrorMsg: true })).msg, values);
    } catch (error) {
      if (error instanceof HttpError && error.isKnown) return;
      const others = showErrors(form, error);
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      const isOnFields = Object.keys(fieldErrorsOf(error)).length > 0;
      const text = said ?? others ?? (isOnFields ? undefined : errorText(error, common));
      if (text) fail(text);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button style={{ order: -1 }} disabled={isDisabled} loading={isBusy} onClick={() => void run()}>
      {t('test')}
    </Button>
  );
}
