import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { account as accountDefinition } from '@gatehouse/contract/resources/accounts/account.ts';
import type { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretCell } from '../../../engine/cells/SecretCell.tsx';
import { type Fact, FactList } from '../../../engine/detail/FactsCard.tsx';
import { asksUndo, useUndo } from '../../../engine/undo/useUndo.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';
import { useUnsaved } from '../../../platform/page/useUnsaved.ts';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import { accountTitle } from './accountCells.tsx';
import { SecretHistory } from './SecretHistory.tsx';
import { SECRETS_URL } from './secrets.ts';

/** The account that a secret belongs to. */
type Keeper = { id: string; name: string; asset?: { name: string } };

type Account = typeof accountDefinition;
type Secret = RowOf<typeof accountsecret, 'retrieve'>;

type Props = {
  account: Keeper;
  canEdit: boolean;
  onClose: () => void;
};

/**
 * Requests the secret and the number of earlier ones; the request layer asks for confirmation where that is
 * required.
 */
const useSecret = (account: Keeper) => {
  const { http } = usePlatform();
  const { t } = useTranslation('resources');
  return useQuery({
    queryKey: ['secret', account.id],
    queryFn: async ({ signal }) => {
      const row = await http.row<typeof accountsecret>(SECRETS_URL, account.id, {
        signal,
        confirmFor: t('account.confirmSecret', { name: accountTitle(account) }),
      });
      const history = await http.pageOf('GET /api/v1/accounts/account-secrets/:id/histories/', {
        params: { id: account.id },
        query: { limit: 1 },
        signal,
      });
      return { row, versions: history.count };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

function SecretEditor({
  onType,
  onSave,
  onClose,
}: {
  onType: () => void;
  onSave: (secret: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('resources');
  const [text, setText] = useState('');
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await onSave(text).catch(() => setSaving(false));
  };
  return (
    <span className="row">
      <Input.Password
        autoFocus
        autoComplete="new-password"
        aria-label={t('account.newSecret')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onType();
        }}
        onPressEnter={() => void save()}
      />
      <Button type="primary" disabled={!text} loading={isSaving} onClick={() => void save()}>
        {t('action.save')}
      </Button>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
    </span>
  );
}

type FactsProps = {
  row: Secret;
  name: string;
  versions: number;
  /** Shown in place of the secret while it is changed. */
  editor: ReactNode;
  onEdit: (() => void) | undefined;
  onHistory: () => void;
};

/** The account, the secret itself, the fingerprint of a key, dates, and a button for earlier versions. */
function SecretFacts({ row, name, versions, editor, onEdit, onHistory }: FactsProps) {
  const { t } = useTranslation('resources');
  const isPassword = row.secret_type.value === 'password';
  const fingerprint = row.spec_info?.ssh_key_fingerprint;
  const shown = row.secret ? (
    <SecretCell
      isBlock
      name={name}
      read={async () => row.secret ?? ''}
      {...(isPassword && onEdit && { onEdit })}
    />
  ) : (
    <span className="t3">{t('account.noSecret')}</span>
  );
  const history = (
    <Button size="small" disabled={versions === 0} onClick={onHistory}>
      {t('account.versions', { count: versions })}
    </Button>
  );
  const time = (value: string | null) => <TimeText value={value ?? ''} />;
  const facts: Fact[] = [
    { name: 'name', label: t('name'), value: name },
    { name: 'username', label: t('account.username'), value: <Mono>{row.username}</Mono> },
    { name: 'secret', label: t('account.secret'), value: editor ?? shown },
    ...(fingerprint
      ? [
          {
            name: 'fp',
            label: t('account.fingerprint'),
            value: <Mono>{fingerprint}</Mono>,
            copy: fingerprint,
          },
        ]
      : []),
    { name: 'created', label: t('account.created'), value: time(row.date_created) },
    { name: 'updated', label: t('account.changed'), value: time(row.date_updated) },
    { name: 'history', label: t('account.history'), value: history },
  ];
  return <FactList facts={facts} />;
}

/**
 * The secret of an account, hidden at first, with buttons to show, copy and download it, to change a
 * password, and to list earlier versions.
 */
export function SecretDialog({ account, canEdit, onClose }: Props) {
  const { t } = useTranslation('resources');
  const { http, encrypt } = usePlatform();
  const offerUndo = useUndo();
  const { data, isPending, error, refetch } = useSecret(account);
  const [isEditing, setEditing] = useState(false);
  const [isHistory, setHistory] = useState(false);
  const unsaved = useUnsaved();
  const close = useGuardedClose(unsaved.isUnsaved, onClose);
  const stopEditing = () => {
    unsaved.lift();
    setEditing(false);
  };
  const { name } = account;
  const save = async (secret: string) => {
    const body = { name, secret: await encrypt(secret) };
    const answer = await http.change<Account, typeof asksUndo>(ACCOUNTS_URL, account.id, body, asksUndo);
    offerUndo(t('account.secretSaved', { name }), answer);
    stopEditing();
    await refetch();
  };
  return (
    <Modal
      open
      width={isHistory ? 700 : 560}
      title={isHistory ? t('account.historyOf', { name }) : t('account.secretOf', { name })}
      onCancel={close}
      footer={
        <>
          {isHistory && <Button onClick={() => setHistory(false)}>{t('action.back')}</Button>}
          <Button type="primary" onClick={close}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      {isPending ? (
        <SkeletonRows rows={4} columns={2} />
      ) : error ? (
        <p className="t3">{t('account.secretRefused')}</p>
      ) : isHistory ? (
        <SecretHistory id={account.id} name={name} />
      ) : (
        <SecretFacts
          {...data}
          name={name}
          editor={
            isEditing ? <SecretEditor onType={unsaved.mark} onSave={save} onClose={stopEditing} /> : undefined
          }
          onEdit={canEdit ? () => setEditing(true) : undefined}
          onHistory={() => setHistory(true)}
        />
      )}
    </Modal>
  );
}
