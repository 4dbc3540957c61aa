import { commandTemplates } from '@gatehouse/contract/layouts/ops/adhoc.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { useTranslation } from 'react-i18next';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { Dash } from '../../theme/text/Dash.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { useJobOf } from './useJobOf.ts';

function CommandCell({ value }: CellIn<typeof adhoc, 'args'>) {
  return value ? (
    <OverflowText title={value}>
      <Mono>{value}</Mono>
    </OverflowText>
  ) : (
    <Dash />
  );
}

/** The user's command templates. */
export function CommandTemplateList() {
  const { t } = useTranslation('ops');
  const jobOf = useJobOf('adhoc');
  const slots: ListSlots<typeof adhoc> = {
    mode: commandTemplates,
    columns: {
      name: { card: 'title' },
      module: { width: 130, card: 'state' },
      args: { Cell: CommandCell, width: 320, card: 'fact' },
      date_created: { card: 'time' },
    },
    rowActions: (row, usual) => [jobOf(row), ...usual],
    emptyText: t('templates.noAdhocs'),
  };
  return <EmbeddedList name="AdhocList" url="/api/v1/ops/adhocs/" routes="Adhoc" slots={slots} />;
}
