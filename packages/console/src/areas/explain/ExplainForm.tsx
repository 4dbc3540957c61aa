import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, DatePicker, Form, type FormInstance, Input, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMomentPopup } from '../../engine/fields/datetime/useMomentPopup.ts';
import { useRequiredMark } from '../../engine/form/FormBody.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import styles from './explain.module.css';
import { type Question, virtualAccounts } from './explanation.ts';
import { AssetInput, UserInput } from './SubjectInputs.tsx';
import { useAccountName } from './useAccountName.ts';

/** What the form edits. */
export type FormValues = Omit<Question, 'date'> & { date?: Dayjs | null };

const useChoices = (asset: string | undefined) => {
  const http = useHttp();
  return useQuery({
    queryKey: ['explainChoices', asset],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/perms/explain/choices/', {
        query: { asset: asset ?? '' },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: Boolean(asset),
    retry: false,
  }).data;
};

/** Accounts of the asset, and those without a name. */
const useAccountOptions = (accounts: readonly { alias: string; username: string }[]) => {
  const accountName = useAccountName();
  const virtual = virtualAccounts.map((alias) => ({ alias, username: '' }));
  return [...accounts, ...virtual].map((one) => ({ value: one.alias, label: accountName(one) }));
};

/** Fills in what the asset suggests, where nothing was chosen that fits. */
const useSuggested = (form: FormInstance<FormValues>, choices: ReturnType<typeof useChoices>) =>
  useEffect(() => {
    if (!choices) return;
    const { account, protocol, connect_method } = form.getFieldsValue();
    const [firstProtocol] = choices.protocols;
    if (firstProtocol && !choices.protocols.includes(protocol ?? ''))
      form.setFieldValue('protocol', firstProtocol);
    if (!account && choices.accounts[0]) form.setFieldValue('account', choices.accounts[0].alias);
    if (connect_method === undefined && choices.methods[0])
      form.setFieldValue('connect_method', choices.methods[0].value);
  }, [choices, form]);

function Connection({ form }: { form: FormInstance<FormValues> }) {
  const { t } = useTranslation('explain');
  const asset = Form.useWatch('asset', form);
  const account = Form.useWatch('account', form);
  const choices = useChoices(asset);
  const accounts = useAccountOptions(choices?.accounts ?? []);
  useSuggested(form, choices);
  const needed = (key: string) => [{ required: true, message: t(`needed.${key}`) }];
  return (
    <>
      <Form.Item name="account" label={t('field.account')} rules={needed('account')}>
        <AutoComplete options={accounts} showSearch={{ filterOption: true }} maxLength={128} />
      </Form.Item>
      {account === '@INPUT' && (
        <Form.Item name="input_username" label={t('field.input_username')}>
          <Input maxLength={128} autoComplete="off" />
        </Form.Item>
      )}
      <div className={styles.pair}>
        <Form.Item name="protocol" label={t('field.protocol')} rules={needed('protocol')}>
          <Select options={(choices?.protocols ?? []).map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="connect_method" label={t('field.connect_method')}>
          <Select allowClear options={choices?.methods ?? []} />
        </Form.Item>
      </div>
    </>
  );
}

function Circumstances() {
  const { t } = useTranslation('explain');
  const popup = useMomentPopup();
  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="address" label={t('field.address')}>
          <Input className="mono" maxLength={64} autoComplete="off" placeholder={t('anyAddress')} />
        </Form.Item>
        <Form.Item name="date" label={t('field.date')}>
          <DatePicker
            {...popup}
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            style={{ width: '100%' }}
            placeholder={t('now')}
          />
        </Form.Item>
      </div>
      <Form.Item name="command" label={t('field.command')} extra={t('commandHelp')}>
        <Input.TextArea
          className="mono"
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={4096}
          spellCheck={false}
        />
      </Form.Item>
    </>
  );
}

/** Who connects to what, how, from where and when. */
export function ExplainForm(props: {
  form: FormInstance<FormValues>;
  initial: Partial<FormValues>;
  problem: string | undefined;
  isBusy: boolean;
  onAsk: (question: Question) => void;
}) {
  const { form, initial, problem, isBusy, onAsk } = props;
  const { t } = useTranslation('explain');
  const requiredMark = useRequiredMark();
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={requiredMark}
      className={styles.form as string}
      initialValues={initial}
      validateTrigger="onBlur"
      onFinish={({ date, ...values }) => onAsk({ ...values, ...(date && { date: date.toISOString() }) })}
    >
      <Form.Item name="user" label={t('field.user')} rules={[{ required: true, message: t('needed.user') }]}>
        <UserInput />
      </Form.Item>
      <Form.Item
        name="asset"
        label={t('field.asset')}
        rules={[{ required: true, message: t('needed.asset') }]}
      >
        <AssetInput />
      </Form.Item>
      <Connection form={form} />
      <Circumstances />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={isBusy} block>
        {t('ask')}
      </Button>
    </Form>
  );
}
