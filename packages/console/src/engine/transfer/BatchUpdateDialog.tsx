import { Button, Checkbox, Form, Modal } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../platform/http/errorText.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { encryptFields } from '../../platform/secret/encrypt.ts';
import { SkeletonRows } from '../../theme/SkeletonRows.tsx';
import styles from '../form/Form.module.css';
import { type FormItem, metaOf, type Values } from '../form/FormItem.ts';
import { FormItemView } from '../form/FormItemView.tsx';
import { FormScopeProvider } from '../form/FormScope.tsx';
import { encryptedNames, submittedBody } from '../form/formValues.ts';
import type { ListController } from '../list/useListController.ts';
import { batchBody } from './batchBody.ts';

type Props = {
  list: ListController;
  onClose: () => void;
  /** Items instead of those of the metadata. */
  items?: readonly FormItem[];
  /** Fields that cannot be checked here. */
  disabled?: ReadonlySet<string>;
  initial?: Values;
  toWire?: (values: Values) => Values;
};

const NONE: ReadonlySet<string> = new Set();

const useItems = ({ list, items }: Props): FormItem[] | undefined => {
  const { data } = useMetadata(list.resource.url);
  return useMemo(() => {
    if (items) return [...items];
    const metas = data?.actions?.PATCH ?? data?.actions?.POST;
    if (!metas) return undefined;
    return (list.slots.batchFields ?? []).flatMap((id) => {
      const meta = metas[id];
      return meta ? [{ id, meta: { ...meta, required: false } }] : [];
    });
  }, [items, data, list.slots.batchFields]);
};

/** Bulk refusals name rows by place: what is said of each row, once. */
const bulkReasons = (error: unknown): string[] => {
  if (!(error instanceof HttpError) || error.status !== 400) return [];
  const parts = Array.isArray(error.body) ? error.body : [error.body];
  return [...new Set(parts.map(messageOf).filter(Boolean))];
};

/** Changes checked fields of every chosen row. */
export function BatchUpdateDialog(props: Props) {
  const { list, onClose, disabled = NONE, initial, toWire } = props;
  const { t } = useTranslation('engine');
  const { http, notify, encrypt } = usePlatform();
  const [form] = Form.useForm();
  const name = useId();
  const items = useItems(props);
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set());
  const [reasons, setReasons] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const values = (Form.useWatch((all: Values) => all, form) as Values | undefined) ?? {};
  const checked = (id: string) => !unchecked.has(id) && !disabled.has(id);
  const toggle = (id: string, on: boolean) => {
    const next = new Set(unchecked);
    on ? next.delete(id) : next.add(id);
    setUnchecked(next);
  };
  const save = async () => {
    try {
      await form.validateFields();
    } catch {
      return;
    }
    const known = items ?? [];
    setSaving(true);
    try {
      const metas = Object.fromEntries(known.map((item) => [item.id, metaOf(item)]));
      const wire = submittedBody(known, metas, form.getFieldsValue());
      const body = await encryptFields(toWire ? toWire(wire) : wire, encryptedNames(known), encrypt);
      const names = new Set(
        Object.keys(body).filter((name) => !known.some(({ id }) => id === name) || checked(name)),
      );
      await http.patch(list.resource.url, batchBody(list.selection.ids, body, names), {
        disableFlashErrorMsg: true,
      });
      notify.success(t('batch.done', { count: list.selection.rows.length, titles: list.resource.titles }));
      list.refetch();
      onClose();
    } catch (error) {
      const known = bulkReasons(error);
      setReasons(known);
      if (known.length === 0) notify.error(error);
      setSaving(false);
    }
  };
  const anyChecked = items?.some(({ id }) => checked(id)) ?? false;
  return (
    <Modal
      open
      width="70%"
      style={{ top: '1vh', maxWidth: 1000 }}
      title={t('batch.title', { count: list.selection.rows.length, titles: list.resource.titles })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            loading={isSaving}
            disabled={!anyChecked || list.selection.rows.length === 0}
            onClick={() => void save()}
          >
            {t('batch.ok', { count: list.selection.rows.length })}
          </Button>
        </>
      }
    >
      {!items ? (
        <SkeletonRows rows={4} columns={2} />
      ) : (
        <FormScopeProvider value={{ mode: 'create', row: undefined, url: list.resource.url }}>
          <fieldset className="row" style={{ flexWrap: 'wrap', border: 0, margin: '8px 0 16px', padding: 0 }}>
            <legend className="t2 md">{t('batch.fields')}</legend>
            {items.map((item) => (
              <Checkbox
                key={item.id}
                checked={checked(item.id)}
                disabled={disabled.has(item.id)}
                onChange={(event) => toggle(item.id, event.target.checked)}
              >
                {metaOf(item).label}
              </Checkbox>
            ))}
          </fieldset>
          {reasons.length > 0 && (
            <ul role="alert" className="md" style={{ color: 'var(--bad)' }}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
          <Form name={name} form={form} layout="vertical" initialValues={initial}>
            <div className={styles.fields}>
              {items
                .filter(({ id }) => checked(id))
                .map((item) => (
                  <FormItemView key={item.id} item={item} values={values} />
                ))}
            </div>
          </Form>
        </FormScopeProvider>
      )}
    </Modal>
  );
}
