import type { savedfilter } from '@gatehouse/contract/resources/users/savedfilter.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../platform/session/useSession.ts';
import { FormDialog } from '../../form/FormDialog.tsx';
import type { FormSlots } from '../../form/FormSlots.ts';
import { placeOf } from '../../undo/useUndoOutlook.ts';
import type { ListController } from '../ListSlots.ts';
import { FILTERS_URL, type SavedFilter, type SavedFilters } from './useSavedFilters.ts';

type Props = {
  list: ListController;
  filters: SavedFilters;
  /** The filter to rename or share; without one, the current filter of the list is saved. */
  filter?: SavedFilter;
  onClose: () => void;
};

/** Names a filter, and shares it with the organization where the user may. */
export function SaveFilterDialog({ list, filters, filter, onClose }: Props) {
  const { t } = useTranslation('engine');
  const mayShare = useCan()('users.share_savedfilter');
  const slots: FormSlots<typeof savedfilter> = {
    fields: {
      list_name: { hidden: true },
      place: { hidden: true },
      query: { hidden: true },
      is_shared: {
        disabled: !mayShare && filter?.is_shared !== true,
        ...(!mayShare && { helpText: t('saved.mayNotShare') }),
      },
    },
    toWire: (body) => ({
      ...body,
      list_name: list.name,
      place: filter?.place ?? placeOf(list.resource.url),
      query: filter?.query ?? filters.now,
    }),
  };
  return (
    <FormDialog
      url={FILTERS_URL}
      mode={filter ? 'edit' : 'new'}
      {...(filter && { id: filter.id })}
      title={t(filter ? 'saved.editTitle' : 'saved.saveTitle')}
      width={480}
      slots={slots as FormSlots}
      onClose={onClose}
      onSaved={({ id }) => {
        if (!filter) list.changeQuery({ saved: String(id) });
        void filters.refetch();
      }}
    />
  );
}
