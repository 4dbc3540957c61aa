import type { accountbackupautomation } from '@gatehouse/contract/resources/accounts/accountbackupautomation.ts';
import { useMemo } from 'react';
import type { FormItem } from '../../engine/form/FormItem.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { StoragesInput } from './StoragesInput.tsx';
import { TypesInput } from './TypesInput.tsx';

const MAIL = { backup_type: 'email' } as const;
const STORAGE = { backup_type: 'object_storage' } as const;

/** Without the permission to see storages, there are none to choose from. */
const withoutStorages = (item: FormItem): FormItem =>
  item.id === 'backup_type' && item.meta?.choices
    ? {
        ...item,
        meta: {
          ...item.meta,
          choices: item.meta.choices.filter(({ value }) => value !== STORAGE.backup_type),
        },
      }
    : item;

/** A new plan needs a password; a stored one stays when none is entered. */
const withPassword = (item: FormItem): FormItem =>
  item.id === 'zip_encrypt_password' ? { ...item, required: true } : item;

/** Creates or changes a backup plan. */
export function BackupPlanFormPage(props: ResourcePageProps) {
  const maySeeStorages = useCan()('terminal.view_replaystorage');
  const slots = useMemo<FormSlots<typeof accountbackupautomation>>(
    () => ({
      fields: {
        types: { component: TypesInput, required: true, wide: true, helpText: '' },
        is_password_divided_by_email: { enableWhen: MAIL },
        recipients_part_one: { enableWhen: MAIL, required: true },
        recipients_part_two: { enableWhen: { ...MAIL, is_password_divided_by_email: true }, required: true },
        is_password_divided_by_obj_storage: { enableWhen: STORAGE },
        obj_recipients_part_one: { enableWhen: STORAGE, component: StoragesInput, required: true },
        obj_recipients_part_two: {
          enableWhen: { ...STORAGE, is_password_divided_by_obj_storage: true },
          component: StoragesInput,
          required: true,
        },
        zip_encrypt_password: { enableWhen: STORAGE },
        crontab: { enableWhen: 'is_periodic' },
        interval: { enableWhen: 'is_periodic' },
      },
      initial: {
        types: [],
        backup_type: 'email',
        is_password_divided_by_email: true,
        is_password_divided_by_obj_storage: true,
        is_periodic: true,
        crontab: null,
        interval: 24,
      },
      groups: (groups, { mode }) =>
        groups.map((group) => ({
          ...group,
          items: group.items
            .map((item) => (maySeeStorages ? item : withoutStorages(item)))
            .map((item) => (mode === 'create' ? withPassword(item) : item)),
        })),
      encrypt: ['zip_encrypt_password'],
      toWire: (body, values) => {
        const isMail = values.backup_type !== STORAGE.backup_type;
        return {
          ...body,
          ...(isMail
            ? { obj_recipients_part_one: [], obj_recipients_part_two: [] }
            : { recipients_part_one: [], recipients_part_two: [] }),
          ...(isMail && !values.is_password_divided_by_email && { recipients_part_two: [] }),
          ...(!isMail && !values.is_password_divided_by_obj_storage && { obj_recipients_part_two: [] }),
        };
      },
    }),
    [maySeeStorages],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}
