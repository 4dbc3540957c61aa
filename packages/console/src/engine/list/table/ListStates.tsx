import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { type Action, offered } from '../../action/Action.ts';
import { ToolbarAction } from '../actions/ToolbarAction.tsx';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { FilterChips } from '../toolbar/FilterChips.tsx';

function Failed({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { error } = list;
  return (
    <EmptyState
      icon={<DisconnectOutlined aria-hidden style={{ color: 'var(--bad)' }} />}
      title={t('list.failed')}
      text={
        <>
          {errorText(error, common)}
          {error instanceof HttpError && (
            <details className={styles.details}>
              <summary>{t('list.details')}</summary>
              <code className="mono">{error.message}</code>
            </details>
          )}
        </>
      }
      actions={
        <Button icon={<ReloadOutlined aria-hidden />} onClick={list.refetch}>
          {t('list.tryAgain')}
        </Button>
      }
    />
  );
}

function NoMatch({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  return (
    <EmptyState
      icon={<FilterOutlined aria-hidden />}
      title={t('list.noMatch', { titles: list.resource.titles })}
      text={<FilterChips list={list} />}
      actions={<Button onClick={list.clearFilters}>{t('list.clearFilters')}</Button>}
    />
  );
}

/** The button that an empty list shows in place of its rows; undefined where rows or other words stand there. */
export const createInstead = (list: ListController, create: readonly Action[]): Action | undefined =>
  list.loading === 'skeleton' || list.error || list.rows.length > 0 || list.hasFilters
    ? undefined
    : offered(create).find(({ can }) => can !== false);

function Nothing({ list, create }: { list: ListController; create: readonly Action[] }) {
  const { t } = useTranslation('engine');
  const action = createInstead(list, create);
  return (
    <EmptyState
      title={t('list.empty', { titles: list.resource.titles })}
      text={list.slots.emptyText ?? (list.dates ? t('list.emptyRange') : undefined)}
      actions={action && <ToolbarAction action={action} isPrimary />}
    />
  );
}

/**
 * What is shown in place of the rows: an error, or that there are none; undefined if there are rows or they
 * are being loaded for the first time.
 */
export function listStateOf(list: ListController, create: readonly Action[]) {
  if (list.loading === 'skeleton' && !list.error) return undefined;
  if (list.error) return <Failed list={list} />;
  if (list.rows.length > 0) return undefined;
  return list.hasFilters ? <NoMatch list={list} /> : <Nothing list={list} create={create} />;
}
