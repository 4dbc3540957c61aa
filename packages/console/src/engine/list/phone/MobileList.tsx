import { type ReactNode, useState } from 'react';
import { type Action, offered } from '../../action/Action.ts';
import type { Row } from '../../resource/row.ts';
import type { ListController } from '../ListSlots.ts';
import { hasTool } from '../listTools.ts';
import type { ToolbarDialogs } from '../toolbar/ListToolbar.tsx';
import { ListCards } from './ListCards.tsx';
import { MobileBar, MobileFooter } from './MobileChrome.tsx';

type Props = {
  list: ListController;
  rowActions: ((row: Row) => Action[]) | undefined;
  create: readonly Action[];
  more: readonly Action[];
  detailPath: (row: Row) => string | undefined;
  dialogs: ToolbarDialogs;
  treeButton?: ReactNode;
};

/**
 * Whether rows are being selected: in a picker always, elsewhere from the Select button to the Done button or
 * while any row is selected.
 */
const useChoosing = ({ list, more, dialogs }: Props) => {
  const { slots, selection, isPicking } = list;
  const [isOn, setOn] = useState(false);
  const hasUse =
    (hasTool(slots, 'moreActions') && offered(more).length > 0) || dialogs.onExport !== undefined;
  const canChoose = hasTool(slots, 'selection') && (hasUse || isPicking);
  const isChoosing = canChoose && (isPicking || isOn || selection.rows.length > 0);
  const done = () => {
    setOn(false);
    selection.clear();
  };
  return {
    isChoosing,
    onChoose: canChoose && !isChoosing ? () => setOn(true) : undefined,
    onDone: isChoosing && !isPicking ? done : undefined,
  };
};

/** A list on a small screen: search, cards, and a footer within reach of the thumb. */
export function MobileList(props: Props) {
  const { list, dialogs, more, create, rowActions, detailPath } = props;
  const { isChoosing, onChoose, onDone } = useChoosing(props);
  return (
    <>
      <MobileBar
        list={list}
        dialogs={dialogs}
        more={more}
        onChoose={onChoose}
        treeButton={props.treeButton}
      />
      <ListCards {...{ list, create, rowActions, detailPath, isChoosing }} />
      <MobileFooter {...{ list, create, more, isChoosing, onDone }} />
    </>
  );
}
