import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useShortcut } from '../../platform/keys/useShortcut.ts';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useLeaveGuard } from '../../platform/page/useLeaveGuard.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { FormConflict } from '../form/conflict/FormConflict.tsx';
import styles from '../form/Form.module.css';
import { FormBar } from '../form/FormBar.tsx';
import { FormBody } from '../form/FormBody.tsx';
import type { FormSlots } from '../form/FormSlots.ts';
import { type FormController, useResourceForm } from '../form/useResourceForm.ts';
import { nameOf, type Row } from '../resource/row.ts';
import { cx } from '../table/cx.ts';
import { useUndo } from '../undo/useUndo.ts';

/** After saving, the list shows the latest change first. */
const NEWEST_FIRST = '-date_updated';
const LEAVE_MS = 100;

type Props = ResourcePageProps & { slots?: FormSlots; title?: string; sub?: ReactNode };

const useFinish = (props: Props, controller: FormController) => {
  const { t } = useTranslation('engine');
  const { name, slots } = props;
  const navigate = useNavigate();
  const routes = useRouteNames();
  const offerUndo = useUndo();
  const tag = useTag();
  const leaveTo = (path: string | undefined) =>
    setTimeout(() => {
      tag.close();
      if (path) void navigate(path);
    }, LEAVE_MS);
  const list = routes.path(`${name}List`, {}, { order: NEWEST_FIRST });
  const finish = (row: Row, addAnother: boolean) => {
    const { context, source } = controller;
    const label = nameOf(row, source.view?.label);
    const detail = routes.path(slots?.detailName ?? `${name}Detail`, { id: String(row.id) });
    const isNew = context.mode === 'create' || row.id !== context.row?.id;
    const done = isNew ? 'form.created' : 'form.updated';
    const text = t(addAnother ? 'form.createdNext' : done, { title: source.title, name: label });
    offerUndo(text, controller.answerOf(row), {
      ...(detail && { action: { label: t('form.open'), onClick: () => void navigate(detail) } }),
    });
    if (addAnother) {
      controller.reset();
      return;
    }
    leaveTo(slots?.nextPath?.(row, context) ?? list);
  };
  return { finish, leave: () => leaveTo(list) };
};

const useTitle = ({ title }: Props, controller: FormController): string => {
  const { t } = useTranslation('engine');
  const { context, source } = controller;
  const tag = useTag();
  const kind = source.title;
  const made = {
    create: t('form.createTitle', { title: kind }),
    update: t('form.updateTitle', { name: nameOf(context.row, source.view?.label) }),
  };
  const text = title ?? made[context.mode];
  const { setTitle } = tag;
  useEffect(() => setTitle(text), [setTitle, text]);
  return text;
};

/**
 * A page that creates, clones or updates a row; without slots, everything comes from the metadata of `url`.
 */
export function ResourceFormPage(props: Props) {
  const { url, slots, sub } = props;
  const { t } = useTranslation('engine');
  const { id } = useParams();
  const [search] = useSearchParams();
  const controller = useResourceForm({ url, id, cloneFrom: search.get('clone_from') ?? undefined, slots });
  const { source, context, isDirty } = controller;
  const { finish, leave } = useFinish(props, controller);
  const title = useTitle(props, controller);
  useLeaveGuard(isDirty);
  const submit = async (addAnother: boolean) => {
    const row = await controller.submit();
    if (row) finish(row, addAnother);
  };
  const canSubmit = slots?.canSubmit !== false && !source.isPending && !source.failed;
  useShortcut('mod+enter', () => void submit(false), { enabled: canSubmit && !controller.isSubmitting });
  const Panel = slots?.Panel;
  return (
    <PageFrame
      fill
      title={title}
      sub={sub}
      extra={isDirty && <span className="md t3">{t('form.unsaved')}</span>}
    >
      <div className={cx(styles.page, Panel && styles.withPanel)}>
        <div className={styles.card}>
          <div className={styles.scroll}>
            {source.failed ? (
              <Failed query={source.failed} />
            ) : source.isPending ? (
              <SkeletonRows rows={6} columns={2} />
            ) : (
              <FormBody controller={controller} url={url} />
            )}
          </div>
          <FormBar
            controller={controller}
            hasReset={slots?.hasReset ?? context.mode === 'update'}
            hasAddAnother={slots?.hasAddAnother ?? context.mode === 'create'}
            canSubmit={canSubmit}
            onSubmit={(addAnother) => void submit(addAnother)}
          />
          <FormConflict controller={controller} onLeave={leave} />
        </div>
        {Panel && <Panel values={controller.values} draft={controller.draft} />}
      </div>
    </PageFrame>
  );
}
