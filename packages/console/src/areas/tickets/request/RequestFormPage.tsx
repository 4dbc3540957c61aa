import { actionBits } from '@gatehouse/contract/permissions/actionBits.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Rule } from 'antd/es/form';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { leavesOf } from '../../../engine/fields/bits/ui.tsx';
import type { SharedItem, ValuesIn } from '../../../engine/form/FormItem.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { useHttp, useMetadata } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { parseTime, toWireTime } from '../../../platform/time/time.ts';
import { REQUESTS_URL } from '../../../resources/tickets/ticket/ticket.ts';
import { AccountSelectInput } from '../../accounts/AccountSelectInput.tsx';
import { OrgInput, PlacesInput, useRequestOrgs } from './RequestInputs.tsx';

const NO_METAS: Record<string, FieldMeta> = {};
/** Fields that may stay empty, for approvers to fill in. */
const OPEN = ['apply_nodes', 'apply_assets', 'apply_accounts'];

const actionsOf = (meta: FieldMeta | undefined) => {
  const offered = new Set(leavesOf(meta?.tree ?? []).map(({ value }) => value));
  return actionBits.filter((bit) => offered.has(bit));
};

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** The user chooses the organization in this form; everywhere else it is read-only. */
type Place = { org_id: string | undefined };
type RequestValues = ValuesIn<typeof applyassetticket, Place>;

/** The body of the request: empty choices are left out, and all actions are sent as `all`. */
const requestBody = (values: RequestValues, actions: FieldMeta | undefined) => {
  const chosen = values.apply_actions ?? [];
  const isAll = chosen.length === actionsOf(actions).length;
  const kept = Object.entries(values).filter(([name, value]) => !(OPEN.includes(name) && isEmpty(value)));
  return { ...Object.fromEntries(kept), apply_actions: isAll ? ['all'] : chosen };
};

/** The default period of access. */
const useUsualSpan = (): { apply_date_start: string; apply_date_expired: string } => {
  const { settings } = useSession();
  const amount = Number(settings.TICKET_AUTHORIZE_DEFAULT_TIME ?? 7);
  const unit = settings.TICKET_AUTHORIZE_DEFAULT_TIME_UNIT ?? 'day';
  return useMemo(() => {
    const now = dayjs();
    return { apply_date_start: toWireTime(now), apply_date_expired: toWireTime(now.add(amount, unit)) };
  }, [amount, unit]);
};

const afterStart =
  (message: string): Rule =>
  (form) => ({
    validator: async (_, end?: string) => {
      const start = parseTime(form.getFieldValue('apply_date_start'));
      if (start && end && !parseTime(end)?.isAfter(start)) throw new Error(message);
    },
  });

/** Requests access to assets. */
export function RequestFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const routes = useRouteNames();
  const { first } = useRequestOrgs();
  const asset = useSearchParams()[0].get('asset_id');
  const span = useUsualSpan();
  const metas = useMetadata(REQUESTS_URL).data?.actions?.GET ?? NO_METAS;
  const slots = useMemo<FormSlots<typeof applyassetticket, Place>>(() => {
    // The collection accepts no POST, so its metadata is read-only; the call that opens a ticket writes the
    // same fields.
    const item = (name: keyof RequestValues & string, more: SharedItem = {}): SharedItem => ({
      ...(metas[name] && { type: metas[name].kind, meta: metas[name], label: metas[name].label }),
      ...more,
    });
    return {
      fields: {
        title: item('title', { wide: true }),
        org_id: { component: OrgInput, label: t('fact.organization'), required: true, wide: true },
        apply_nodes: item('apply_nodes', { component: PlacesInput }),
        apply_assets: item('apply_assets', { component: PlacesInput }),
        apply_accounts: item('apply_accounts', {
          component: AccountSelectInput,
          helpText: '',
          wide: true,
          el: {
            hasTemplates: false,
            sources: { assets: 'apply_assets', nodes: 'apply_nodes', org: 'org_id' },
          },
        }),
        apply_actions: item('apply_actions', { required: true, wide: true }),
        apply_date_start: item('apply_date_start', { required: true }),
        apply_date_expired: item('apply_date_expired', {
          required: true,
          rules: [afterStart(t('request.endBeforeStart'))],
        }),
        comment: item('comment', { label: t('request.reason'), wide: true }),
      },
      groupHelp: { request: t('request.help') },
      initial: {
        org_id: first?.id,
        apply_accounts: ['@ALL'],
        apply_actions: actionsOf(metas.apply_actions),
        ...(asset && { apply_assets: [asset] }),
        ...span,
      },
      toWire: (_body, values) => requestBody(values, metas.apply_actions),
      submit: (body) =>
        http.call('POST /api/v1/tickets/apply-asset-tickets/open/', {
          body: { ...body, org_id: body.org_id ?? '' },
          disableFlashErrorMsg: true,
        }),
      hasAddAnother: false,
      nextPath: () => routes.path('MyTicketList'),
    };
  }, [t, http, routes, metas, first, span, asset]);
  return <ResourceFormPage {...props} url={REQUESTS_URL} slots={slots} title={t('request.title')} />;
}
