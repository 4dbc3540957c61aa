import { commandTemplateDetail } from '@gatehouse/contract/layouts/ops/adhoc.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { useMemo } from 'react';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { CodeEditor } from '../../theme/code/CodeEditor.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import styles from './ops.module.css';

/** The command of a template, with line numbers. */
function CommandInput(props: InputProps<string>) {
  return (
    <CodeEditor
      value={props.value ?? ''}
      onChange={props.onChange}
      onBlur={props.onBlur}
      isReadOnly={props.disabled}
      attributes={{
        id: props.id,
        'aria-label': props['aria-label'] ?? props.meta.label,
        'aria-describedby': props['aria-describedby'],
        'aria-invalid': props['aria-invalid'] === undefined ? undefined : String(props['aria-invalid']),
      }}
    />
  );
}

/** Creates or updates a command template. */
export function CommandTemplateFormPage(props: ResourcePageProps) {
  const routes = useRouteNames();
  const slots = useMemo<FormSlots<typeof adhoc>>(
    () => ({
      fields: { args: { component: CommandInput, wide: true }, comment: { wide: true } },
      nextPath: () => routes.path('Template', {}, { activeTab: 'AdhocList' }),
    }),
    [routes],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

const Command = ({ value }: { value: string }) =>
  value ? <pre className={`mono ${styles.command}`}>{value}</pre> : <Dash />;

/** A command template with all that it has. */
export function CommandTemplateDetailPage(props: ResourcePageProps) {
  const slots: DetailSlots<typeof adhoc> = {
    layout: commandTemplateDetail,
    cells: { args: Command },
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
