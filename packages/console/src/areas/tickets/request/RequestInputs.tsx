import type { CallPath } from '@gatehouse/contract/calls/all.ts';
import { Form, Select } from 'antd';
import { useMemo } from 'react';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { withQuery } from '../../../engine/resource/url.ts';
import { RelatedSelect } from '../../../engine/select/RelatedSelect.tsx';
import { isRootOrg } from '../../../platform/session/organizations.ts';
import { useSession } from '../../../platform/session/useSession.ts';

const places: Readonly<Record<string, CallPath>> = {
  apply_nodes: '/api/v1/tickets/apply-nodes/suggestions/',
  apply_assets: '/api/v1/tickets/apply-assets/suggestions/',
};

/** Organizations in which the user may request access, and the initial one. */
export const useRequestOrgs = () => {
  const { profile, currentOrg } = useSession();
  return useMemo(() => {
    const orgs = (profile?.workbench_orgs ?? []).filter((org) => !isRootOrg(org));
    return { orgs, first: orgs.find(({ id }) => id === currentOrg?.id) ?? orgs[0] };
  }, [profile, currentOrg]);
};

/** The organization of a request; changing it clears the assets and nodes chosen in the previous one. */
export function OrgInput(props: InputProps<string>) {
  const form = Form.useFormInstance();
  const { orgs } = useRequestOrgs();
  return (
    <Select
      {...ariaOf(props)}
      showSearch={{ optionFilterProp: 'label' }}
      options={orgs.map(({ id, name }) => ({ value: id, label: name }))}
      value={props.value}
      onChange={(id) => {
        props.onChange?.(id);
        form.setFieldsValue({ apply_nodes: [], apply_assets: [] });
      }}
    />
  );
}

/** Assets or nodes of the request's organization. */
export function PlacesInput(props: InputProps) {
  const oid: string | undefined = Form.useWatch('org_id', Form.useFormInstance());
  return <RelatedSelect {...props} multiple url={withQuery(places[props.name] ?? '', { oid })} />;
}
