import { AutoComplete, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp, usePlatform } from '../../platform/Platform.tsx';
import { SettingPanel, type ToWire } from './SettingPanel.tsx';

/** Known models are offered; others may be typed. */
function ModelInput(props: InputProps) {
  const { meta, value, onChange } = props;
  return (
    <AutoComplete
      {...ariaOf(props)}
      options={(meta.choices ?? []).map((choice) => ({ value: String(choice.value) }))}
      value={String(value ?? '')}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Asks the model once with the form's values, saved or not. */
function TestButton({ toWire }: { toWire: ToWire }) {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const notify = useNotify();
  const form = Form.useFormInstance();
  const [isBusy, setIsBusy] = useState(false);
  const test = async () => {
    setIsBusy(true);
    try {
      const body = await toWire(form.getFieldsValue());
      const { msg } = await http.call('POST /api/v1/settings/chatai/testing/', { body });
      notify.success(msg);
    } catch {
      // The request layer has reported the error.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button style={{ order: -1 }} loading={isBusy} onClick={() => void test()}>
      {t('test')}
    </Button>
  );
}

/** The assistant: whether it is on, which model answers, and how that model is reached. */
export function ChatSettings() {
  const { t } = useTranslation('settings');
  const { session } = usePlatform();
  return (
    <SettingPanel
      category="chat"
      groups={[
        { title: t('chat.basic'), fields: ['CHAT_AI_ENABLED', 'GPT_MODEL'] },
        { title: t('chat.service'), fields: ['GPT_BASE_URL', 'GPT_API_KEY', 'GPT_PROXY'] },
      ]}
      inputs={{ GPT_MODEL: ModelInput }}
      extra={(toWire) => <TestButton toWire={toWire} />}
      // Shows or hides the assistant without a reload.
      onSaved={(saved) => session.setSettings({ ...session.get().settings, ...saved })}
    />
  );
}
