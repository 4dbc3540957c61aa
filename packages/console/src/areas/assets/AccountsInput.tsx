import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { useFormScope } from '../../engine/form/FormScope.tsx';
import type { Column } from '../../engine/table/Column.ts';
import { DataTable } from '../../engine/table/DataTable.tsx';
import { useMetadata } from '../../platform/Platform.tsx';
import { part } from '../../platform/part/part.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import { TemplatePicker } from '../../resources/accounts/accounttemplate/TemplatePicker.tsx';
import type { AccountPlatform } from '../../resources/accounts/usePlatformsOf.ts';
import { PrivilegeTag } from '../../theme/tag/PrivilegeTag.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import styles from './AccountsInput.module.css';
import { type DraftAccount, templateDrafts } from './draftAccounts.ts';

const AccountDraftDialog = part(() => import('./AccountDraftDialog.tsx').then((m) => m.AccountDraftDialog));

type Props = InputProps<DraftAccount[]> & {
  secretTypes?: readonly string[];
  protocols?: readonly string[];
  platforms?: readonly AccountPlatform[];
};
type Choice = { value: unknown; label: string };
type Open = { kind: 'edit'; index: number | undefined } | { kind: 'template' };

/** A secret's type in the user's language. */
const typeOf = ({ secret_type }: DraftAccount, choices: readonly Choice[]): string =>
  choices.find(({ value }) => value === secret_type)?.label ?? String(secret_type);

/** Columns of the table of unsaved accounts, in which the position is the id. */
const useColumns = (actions: {
  edit: (index: number) => void;
  remove: (index: number) => void;
}): Column<DraftAccount & { id: number }>[] => {
  const { t } = useTranslation('resources');
  const { data } = useMetadata(ACCOUNTS_URL);
  const types = data?.actions?.POST?.secret_type?.choices ?? [];
  const { edit, remove } = actions;
  return [
    {
      name: 'name',
      title: t('name'),
      width: 130,
      render: (draft) => <b style={{ fontWeight: 500 }}>{draft.name}</b>,
    },
    {
      name: 'username',
      title: t('account.username'),
      width: 130,
      render: (draft) => <Mono>{draft.username}</Mono>,
    },
    {
      name: 'secret',
      title: t('account.secret'),
      width: 210,
      render: (draft) => {
        if (draft.template) return t('account.fromTemplate', { name: draft.templateName });
        return draft.secret ? typeOf(draft, types) : t('account.noSecret');
      },
    },
    {
      name: 'privileged',
      title: t('account.privileged'),
      width: 120,
      render: (draft) => (draft.privileged ? <PrivilegeTag /> : <Dash />),
    },
    {
      name: 'actions',
      title: t('actions'),
      width: 120,
      align: 'right',
      render: (draft) => (
        <span className={styles.actions}>
          {!draft.template && (
            <Button type="link" size="small" onClick={() => edit(draft.id)}>
              {t('action.edit')}
            </Button>
          )}
          <Button type="link" size="small" onClick={() => remove(draft.id)}>
            {t('action.remove')}
          </Button>
        </span>
      ),
    },
  ];
};

/**
 * Accounts created with their asset: typed here, or taken from templates. For an existing asset, a link to
 * its accounts.
 */
export function AccountsInput(props: Props) {
  const { onChange, secretTypes = [], protocols = [], platforms = [] } = props;
  const { t } = useTranslation('resources');
  const { mode, row } = useFormScope();
  const can = useCan();
  const [open, setOpen] = useState<Open>();
  const accounts = Array.isArray(props.value) ? props.value : [];
  const columns = useColumns({
    edit: (index) => setOpen({ kind: 'edit', index }),
    remove: (removed) => onChange?.(accounts.filter((_, index) => index !== removed)),
  });
  if (mode === 'update') {
    return (
      <RouteLink name="AssetDetail" params={{ id: row?.id ?? '' }} query={{ activeTab: 'Accounts' }}>
        {t('asset.accountsOnDetail')}
      </RouteLink>
    );
  }
  const save = (draft: DraftAccount) => {
    const index = open?.kind === 'edit' ? open.index : undefined;
    onChange?.(index === undefined ? [...accounts, draft] : accounts.with(index, draft));
    setOpen(undefined);
  };
  const edited = open?.kind === 'edit' && open.index !== undefined ? accounts[open.index] : undefined;
  return (
    <div className={styles.box} id={props.id}>
      {accounts.length > 0 && (
        <div className={styles.table}>
          <DataTable
            label={t('account.titles')}
            compact
            columns={columns}
            rows={accounts.map((account, id) => ({ ...account, id }))}
            rowName={(account) => account.name}
          />
        </div>
      )}
      <div className="row">
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setOpen({ kind: 'edit', index: undefined })}
        >
          {t('account.add')}
        </Button>
        {can('accounts.view_accounttemplate') && (
          <Button
            size="small"
            icon={<SnippetsOutlined aria-hidden />}
            onClick={() => setOpen({ kind: 'template' })}
          >
            {t('account.addFromTemplate')}
          </Button>
        )}
      </div>
      {open?.kind === 'edit' && (
        <Suspense>
          <AccountDraftDialog
            account={edited}
            secretTypes={secretTypes}
            platforms={platforms}
            onClose={() => setOpen(undefined)}
            onSave={save}
          />
        </Suspense>
      )}
      {open?.kind === 'template' && (
        <TemplatePicker
          protocols={protocols}
          onClose={() => setOpen(undefined)}
          onConfirm={(templates) => {
            onChange?.(templateDrafts(accounts, templates));
            setOpen(undefined);
          }}
        />
      )}
    </div>
  );
}
