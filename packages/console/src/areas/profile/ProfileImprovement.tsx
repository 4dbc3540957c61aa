import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRequiredMark } from '../../engine/form/FormBody.tsx';
import { usePlatform } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useTag } from '../../platform/route/useTag.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { AccountGroup, ContactGroup } from './own/ContactForm.tsx';
import { OwnForm, OwnGroup } from './own/OwnForm.tsx';
import { useProfileRefresh } from './useProfileRefresh.ts';

/** What users fill in at their first sign-in. */
export function ProfileImprovement() {
  const { t } = useTranslation('areas');
  const { profile, askedPath } = useSession();
  const { http, session } = usePlatform();
  const refresh = useProfileRefresh();
  const navigate = useNavigate();
  const requiredMark = useRequiredMark();
  const tag = useTag();
  if (!profile) return null;
  const { username, name, email, phone, wechat } = profile;
  const hasKey = profile.can_public_key_auth === true && profile.source.value === 'local';
  const finish = async () => {
    await refresh();
    tag.close();
    session.set({ askedPath: undefined });
    const guide = session.get().profile?.guide_url;
    if (guide) return void window.open(guide, '_self');
    void navigate(askedPath ?? '/', { replace: true });
  };
  return (
    <PageFrame back={false} sub={t('profile.improvementNote')}>
      <OwnForm
        initial={{ username, name, email, phone, wechat, public_key: '', terms: false }}
        savedText={t('profile.saved')}
        hasReset={false}
        save={({ phone: newPhone, wechat: newWechat, public_key }) =>
          http.call('PATCH /api/v1/users/profile/', {
            body: {
              phone: newPhone,
              wechat: newWechat ?? '',
              ...(hasKey && public_key && { public_key }),
              is_first_login: false,
            },
            disableFlashErrorMsg: true,
          })
        }
        onSaved={() => void finish()}
      >
        <AccountGroup />
        {hasKey && (
          <OwnGroup title={t('profile.authentication')} help={t('profile.newKeyHelp')}>
            <Form.Item name="public_key" label={t('profile.publicKey')} style={{ gridColumn: '1 / -1' }}>
              <Input.TextArea rows={4} className="mono" spellCheck={false} placeholder="ssh-ed25519 AAAA…" />
            </Form.Item>
          </OwnGroup>
        )}
        <ContactGroup />
        <OwnGroup title={t('profile.terms')}>
          <Form.Item
            name="terms"
            valuePropName="checked"
            style={{ gridColumn: '1 / -1' }}
            rules={[
              {
                validator: (_rule, value) =>
                  value ? Promise.resolve() : Promise.reject(new Error(t('profile.termsRequired'))),
              },
            ]}
          >
            <Checkbox aria-required>{requiredMark(t('profile.termsText'), { required: true })}</Checkbox>
          </Form.Item>
        </OwnGroup>
      </OwnForm>
    </PageFrame>
  );
}
