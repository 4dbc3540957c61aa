import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PhoneInput } from '../../../engine/fields/phone/PhoneInput.tsx';
import { ui as phoneUi } from '../../../engine/fields/phone/ui.tsx';
import { useWords } from '../../../engine/i18n/useWords.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { useProfileRefresh } from '../useProfileRefresh.ts';
import { OwnForm, OwnGroup } from './OwnForm.tsx';

const QUIET = { disableFlashErrorMsg: true } as const;
const PHONE = { type: 'field', required: false, read_only: false, write_only: false, label: '' } as const;

/** Account facts that cannot be changed here. */
export function AccountGroup() {
  const { t } = useTranslation('areas');
  return (
    <OwnGroup title={t('profile.account')} help={t('profile.accountHelp')}>
      {['username', 'name', 'email'].map((name) => (
        <Form.Item key={name} name={name} label={t(`profile.${name}`)}>
          <Input disabled />
        </Form.Item>
      ))}
    </OwnGroup>
  );
}

/** Phone and WeChat. */
export function ContactGroup() {
  const { t } = useTranslation('areas');
  const words = useWords();
  return (
    <OwnGroup title={t('profile.other')}>
      <Form.Item name="phone" label={t('profile.phone')} rules={phoneUi.rules(PHONE, words)}>
        <PhoneField label={t('profile.phone')} />
      </Form.Item>
      <Form.Item name="wechat" label={t('profile.wechat')} rules={[{ max: 128 }]}>
        <Input />
      </Form.Item>
    </OwnGroup>
  );
}

function PhoneField(props: {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  label: string;
}) {
  const { label, ...rest } = props;
  return <PhoneInput {...rest} name="phone" meta={{ ...PHONE, label }} />;
}

/** The contact details that users may change themselves. */
export function ContactForm() {
  const { t } = useTranslation('areas');
  const { profile } = useSession();
  const http = useHttp();
  const refresh = useProfileRefresh();
  if (!profile) return null;
  const { username, name, email, phone, wechat } = profile;
  return (
    <OwnForm
      initial={{ username, name, email, phone, wechat }}
      savedText={t('profile.saved')}
      save={(values) =>
        http.call('PATCH /api/v1/users/profile/', {
          ...QUIET,
          body: { phone: values.phone, wechat: values.wechat ?? '' },
        })
      }
      onSaved={() => void refresh()}
    >
      <AccountGroup />
      <ContactGroup />
    </OwnForm>
  );
}
