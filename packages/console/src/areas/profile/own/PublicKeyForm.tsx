import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { useProfileRefresh } from '../useProfileRefresh.ts';
import { OwnForm, OwnGroup } from './OwnForm.tsx';
import { useNewKeyPair } from './useNewKeyPair.ts';

const LONGEST = 2048;

/** The public key for SSH clients. */
export function PublicKeyForm() {
  const { t } = useTranslation('areas');
  const { profile } = useSession();
  const http = useHttp();
  const refresh = useProfileRefresh();
  const newKeyPair = useNewKeyPair();
  return (
    <OwnForm
      // Replacing the key clears the form.
      key={profile?.public_key_hash_md5}
      extra={
        <Button loading={newKeyPair.isBusy} onClick={() => void newKeyPair.run()}>
          {t('profile.keyPair')}
        </Button>
      }
      initial={{
        public_key_comment: profile?.public_key_comment,
        public_key_hash_md5: profile?.public_key_hash_md5,
        public_key: '',
      }}
      disabled={profile?.can_public_key_auth !== true}
      savedText={t('profile.keySaved')}
      save={(values) =>
        http.call('PUT /api/v1/users/profile/public-key/', {
          body: { public_key: values.public_key },
          disableFlashErrorMsg: true,
        })
      }
      onSaved={() => void refresh()}
    >
      <OwnGroup title={t('profile.oldKey')}>
        <Form.Item name="public_key_comment" label={t('profile.keyComment')}>
          <Input disabled />
        </Form.Item>
        <Form.Item name="public_key_hash_md5" label={t('profile.keyFingerprint')}>
          <Input disabled className="mono" />
        </Form.Item>
      </OwnGroup>
      <OwnGroup title={t('profile.newKey')} help={t('profile.newKeyHelp')}>
        <Form.Item
          name="public_key"
          label={t('profile.publicKey')}
          style={{ gridColumn: '1 / -1' }}
          rules={[
            { required: true, message: t('profile.required') },
            { max: LONGEST, message: t('profile.keyTooLong', { count: LONGEST }) },
          ]}
        >
          <Input.TextArea rows={5} className="mono" spellCheck={false} placeholder="ssh-ed25519 AAAA…" />
        </Form.Item>
      </OwnGroup>
    </OwnForm>
  );
}
