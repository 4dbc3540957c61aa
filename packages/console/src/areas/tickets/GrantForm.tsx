import { lacksAccounts } from '@gatehouse/contract/accounts/accountChoice.ts';
import { Button, Form, type FormInstance } from 'antd';
import type { Rule } from 'antd/es/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { inputOf } from '../../engine/fields/inputs.ts';
import { textOf } from '../../engine/resource/row.ts';
import { withQuery } from '../../engine/resource/url.ts';
import { RelatedSelect } from '../../engine/select/RelatedSelect.tsx';
import { useCanIn } from '../../platform/session/useCanIn.ts';
import { formatLength } from '../../platform/time/length.ts';
import { parseTime } from '../../platform/time/time.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { AccountsFact } from '../../resources/perms/assetpermission/permissionCells.tsx';
import { isLastStep } from '../../resources/tickets/ticket/process.ts';
import { Card } from '../../theme/state/Card.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { AccountTagsInput } from '../accounts/AccountTagsInput.tsx';
import { Changes } from './Changes.tsx';
import { GrantFacts } from './GrantFacts.tsx';
import { type Grant, grantOf } from './grant.ts';
import type { TicketDetail } from './TicketDetail.ts';
import styles from './tickets.module.css';

type Field = keyof Grant;
type LineProps = {
  detail: TicketDetail;
  name: Field;
  requested: ReactNode;
  rules?: Rule[];
  /** Draws an input in place of that of the field's kind. */
  children?: (input: Pick<InputProps, 'name' | 'meta' | 'aria-label'>) => ReactNode;
};

const PLACES = {
  apply_assets: { url: '/api/v1/assets/assets/', need: 'assets.view_asset' },
  apply_nodes: { url: '/api/v1/assets/nodes/', need: 'assets.view_node' },
};

/** A line of the form: its name, what was requested, and what will be granted. */
function Line({ detail, name, requested, rules, children }: LineProps) {
  const meta = detail.resource.metas[name];
  if (!meta) return null;
  const Input = inputOf(meta);
  const input = { name, meta, 'aria-label': meta.label };
  return (
    <>
      <span className={styles.part}>{meta.label}</span>
      <div className={styles.requested}>{requested}</div>
      <Form.Item name={name} rules={rules} className={styles.granted}>
        {children ? children(input) : <Input {...input} />}
      </Form.Item>
    </>
  );
}

/** Assets or nodes; they stay as requested if the approver may not view those of the organization. */
function PlacesLine({
  detail,
  name,
  rules,
}: Pick<LineProps, 'detail' | 'rules'> & { name: keyof typeof PLACES }) {
  const { url, need } = PLACES[name];
  const oid = detail.row.org_id;
  const mayChoose = useCanIn(oid)(need);
  const words = textOf(detail.row[name]);
  return (
    <Line detail={detail} name={name} rules={rules} requested={words || <Dash />}>
      {(input) =>
        mayChoose ? (
          <RelatedSelect {...input} multiple url={withQuery(url, { oid })} />
        ) : (
          <span className="md">{words || <Dash />}</span>
        )
      }
    </Line>
  );
}

const dates = ['apply_date_start', 'apply_date_expired'] as const;

/** Start and end on one line, with the length that was requested. */
function PeriodLine({ detail }: { detail: TicketDetail }) {
  const { t, i18n } = useTranslation('tickets');
  const { row, resource } = detail;
  const [start, end] = dates.map((name) => parseTime(row[name])?.valueOf() ?? 0);
  return (
    <>
      <span className={styles.part}>{t('fact.period')}</span>
      <div className={styles.requested}>
        <TimeText value={row.apply_date_start} /> – <TimeText value={row.apply_date_expired} />
        <div className="sm t3">{formatLength((end ?? 0) - (start ?? 0), i18n.language)}</div>
      </div>
      <div className={styles.period}>
        {dates.map((name) => {
          const meta = resource.metas[name];
          if (!meta) return null;
          const Input = inputOf(meta);
          return (
            <Form.Item key={name} name={name} className={styles.granted}>
              <Input name={name} meta={meta} aria-label={meta.label} />
            </Form.Item>
          );
        })}
      </div>
    </>
  );
}

const useRules = (isLast: boolean) => {
  const { t } = useTranslation('tickets');
  const { t: resources } = useTranslation('resources');
  if (!isLast) return {};
  const places: Rule = (form) => ({
    validator: async (_, assets: string[]) => {
      const nodes: string[] = form.getFieldValue('apply_nodes');
      if (assets.length === 0 && nodes.length === 0) throw new Error(t('grant.needPlace'));
    },
  });
  const accounts: Rule = {
    validator: async (_, words: string[]) => {
      if (lacksAccounts(words)) throw new Error(resources('account.needOne'));
    },
  };
  return { places: [places], accounts: [accounts] };
};

function Lines({ detail }: { detail: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const { row } = detail;
  const rules = useRules(isLastStep(row));
  return (
    <div className={styles.lines}>
      <span />
      <span className="sm t3">{t('grant.requested')}</span>
      <span className="sm t3">{t('grant.granted')}</span>
      <PlacesLine detail={detail} name="apply_assets" rules={rules.places} />
      <PlacesLine detail={detail} name="apply_nodes" />
      <Line
        detail={detail}
        name="apply_accounts"
        rules={rules.accounts}
        requested={<AccountsFact value={row.apply_accounts} />}
      >
        {(input) => (
          <AccountTagsInput
            {...input}
            sources={{ assets: 'apply_assets', nodes: 'apply_nodes', org: 'org_id' }}
          />
        )}
      </Line>
      <Line detail={detail} name="apply_actions" requested={textOf(row.apply_actions)} />
      <PeriodLine detail={detail} />
    </div>
  );
}

/** The request of a ticket, and the form of what to grant. */
export type GrantFormProps = { detail: TicketDetail; form: FormInstance<Grant>; onEdit: () => void };

/**
 * The form of what to grant beside the request; on a phone it opens on demand, or at once if the request
 * names neither assets nor nodes.
 */
export function GrantForm({ detail, form, onEdit }: GrantFormProps) {
  const { t } = useTranslation('tickets');
  const { isMobile } = useViewport();
  const requested = grantOf(detail.row);
  const isVague = requested.apply_assets.length + requested.apply_nodes.length === 0;
  const [isWanted, setWanted] = useState(false);
  const isNarrowing = isWanted || isVague || !isMobile;
  return (
    <Card
      title={t('grant.title')}
      extra={
        isNarrowing ? (
          <span className="sm t3">{t('grant.narrow')}</span>
        ) : (
          <Button type="link" size="small" onClick={() => setWanted(true)}>
            {t('grant.change')}
          </Button>
        )
      }
    >
      {!isNarrowing && <GrantFacts detail={detail} isGranted={false} />}
      <Form
        form={form}
        name={`grant-${detail.id}`}
        hidden={!isNarrowing}
        initialValues={requested}
        onValuesChange={onEdit}
        layout="vertical"
      >
        <Form.Item name="org_id" hidden>
          <input type="hidden" />
        </Form.Item>
        <Lines detail={detail} />
        <Changes requested={requested} form={form} />
      </Form>
    </Card>
  );
}
