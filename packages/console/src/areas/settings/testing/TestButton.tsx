import { Button, Form } from 'antd';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../engine/form/FormItem.ts';
import { bodyText, errorText, fieldErrorsOf } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { showErrors } from '../../profile/own/OwnForm.tsx';
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
  const say = (text: string, values: Values, isGood: boolean) => {
    if (about === undefined) return isGood ? notify.success(text) : notify.error(text);
    // What stands on the field already is not said twice.
    if (form.getFieldError(about).length > 0) return;
    tell({ text, values, isGood });
    form.scrollToField(about, { block: 'nearest' });
  };
  const run = async () => {
    setIsBusy(true);
    tell(undefined);
    if (about !== undefined) form.setFields([{ name: about, errors: [] }]);
    const values = form.getFieldsValue(true);
    try {
      const body = await toWire(form.getFieldsValue());
      say((await send({ body, disableFlashErrorMsg: true })).msg, values, true);
    } catch (error) {
      if (error instanceof HttpError && error.isKnown) return;
      const others = showErrors(form, error);
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      const isOnFields = Object.keys(fieldErrorsOf(error)).length > 0;
      const text = said ?? others ?? (isOnFields ? undefined : errorText(error, common));
      if (text) say(text, values, false);
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
