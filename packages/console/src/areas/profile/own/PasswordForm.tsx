import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PasswordChecks } from '../../../engine/form/rules/PasswordChecks.tsx';
import { passwordRule } from '../../../engine/form/rules/rules.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { encryptFields } from '../../../platform/secret/encrypt.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { OwnForm, OwnGroup } from './OwnForm.tsx';

const FIELDS = ['old_password', 'new_password', 'new_password_again'] as const;
const NOTHING = { old_password: '', new_password: '', new_password_again: '' };

/** A new password for a local account. */
export function PasswordForm() {
  const { t } = useTranslation('areas');
  const { t: engine } = useTranslation('engine');
  const { http, encrypt } = usePlatform();
  const { profile, settings } = useSession();
  const isLocal = profile?.source.value === 'local';
  const isAdmin = Boolean(profile?.is_superuser || profile?.is_org_admin);
  const policy = passwordRule(settings.PASSWORD_RULE ?? {}, isAdmin, (key, values) =>
    engine(key, values ?? {}),
  );
  const same = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: (_rule: unknown, value: unknown) =>
      !value || value === getFieldValue('new_password')
        ? Promise.resolve()
        : Promise.reject(new Error(t('profile.passwordsDiffer'))),
  });
  const rulesOf = { old_password: [], new_password: [policy], new_password_again: [same] };
  return (
    <OwnForm
      initial={NOTHING}
      disabled={!isLocal}
      savedText={t('profile.passwordSaved')}
      save={async (values) =>
        http.call('PUT /api/v1/users/profile/password/', {
          body: await encryptFields(values, FIELDS, encrypt),
          disableFlashErrorMsg: true,
        })
      }
      onSaved={() => window.location.assign('/')}
    >
      <OwnGroup title={t('profile.password')} help={t(isLocal ? 'profile.passwordHelp' : 'profile.notLocal')}>
        <Form.Item noStyle shouldUpdate>
          {({ isFieldTouched }) =>
            FIELDS.map((name) => (
              <Form.Item
                key={name}
                name={name}
                label={t(`profile.${name}`)}
                style={{ gridColumn: '1 / -1' }}
                // A confirmation that was not reached yet is not to be called empty.
                dependencies={name === 'new_password_again' && isFieldTouched(name) ? ['new_password'] : []}
                rules={[{ required: true, message: t('profile.required') }, ...rulesOf[name]]}
              >
                <Input.Password
                  autoComplete={name === 'old_password' ? 'current-password' : 'new-password'}
                />
              </Form.Item>
            ))
          }
        </Form.Item>
        <Form.Item noStyle shouldUpdate>
          {({ getFieldValue }) => <PasswordChecks value={getFieldValue('new_password')} isAdmin={isAdmin} />}
        </Form.Item>
      </OwnGroup>
    </OwnForm>
  );
}
