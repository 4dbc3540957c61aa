import { commandGroupDetail } from '@gatehouse/contract/layouts/acls/commandgroup.ts';
import type { commandgroup } from '@gatehouse/contract/resources/acls/commandgroup.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { actionOf } from './RuleSentence.tsx';
import styles from './Rules.module.css';

/** Creates or updates a command group; how its content is read depends on its type. */
export function CommandGroupFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const [type, setType] = useState('command');
  const slots = useMemo<FormSlots<typeof commandgroup>>(
    () => ({
      fields: {
        type: { required: true },
        content: { wide: true, helpText: t(type === 'regex' ? 'content.regex' : 'content.command') },
      },
      initial: { type: 'command', ignore_case: true },
      watch: (values) => setType(actionOf(values.type) || 'command'),
    }),
    [t, type],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** The lines of a group as they were entered. */
const Content = ({ value }: { value: string }) => <pre className={`mono ${styles.content}`}>{value}</pre>;

/** A command group with all that it has. */
export function CommandGroupDetailPage(props: ResourcePageProps) {
  const slots: DetailSlots<typeof commandgroup> = {
    layout: commandGroupDetail,
    cells: { content: Content },
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
