import { commandTemplateDetail } from '@gatehouse/contract/layouts/ops/adhoc.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { useMemo } from 'react';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { CodeInput } from '../../engine/fields/CodeInput.tsx';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { CommandText } from './CommandText.tsx';
import { useJobOf } from './useJobOf.ts';

/** Creates or updates a command template. */
export function CommandTemplateFormPage(props: ResourcePageProps) {
  const routes = useRouteNames();
  const slots = useMemo<FormSlots<typeof adhoc>>(
    () => ({
      fields: { args: { component: CodeInput, wide: true }, comment: { wide: true } },
      nextPath: () => routes.path('Template', {}, { activeTab: 'AdhocList' }),
    }),
    [routes],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** A command template with all that it has. */
export function CommandTemplateDetailPage(props: ResourcePageProps) {
  const jobOf = useJobOf('adhoc');
  const slots: DetailSlots<typeof adhoc> = {
    layout: commandTemplateDetail,
    cells: { args: CommandText },
    actions: (usual, { row }) => [jobOf(row), ...usual],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
