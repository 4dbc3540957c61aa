import { ProtocolTag } from '../../../theme/tag/ProtocolTag.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { CollapsedItems } from '../../cells/CollapsedTags.tsx';
import { useWords } from '../../i18n/useWords.ts';
import { textOf } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { asList, ui as list } from '../list/ui.tsx';

/** What stands for every address, in words. */
export const useAnyAddress = (): Record<string, string> => ({ '*': useWords()('ipGroup.any') });

/** Addresses, networks and ranges as tags; that of every address in words. */
export function AddressTags({ value }: Pick<CellProps, 'value'>) {
  const words = useAnyAddress();
  const entries = asList(value).map(textOf);
  if (entries.length === 0) return <Dash />;
  return (
    <CollapsedItems
      items={entries.map((entry) => ({
        key: entry,
        node: words[entry] ?? <ProtocolTag>{entry}</ProtocolTag>,
      }))}
    />
  );
}

/** A list of addresses, networks and ranges. */
export const ui: FieldUi = {
  ...list,
  Cell: AddressTags,
  rules: (_, t) => [
    {
      validator: async (_rule: unknown, value: unknown) => {
        // Loaded on demand, because few pages check addresses.
        const { isIpEntry } = await import('@gatehouse/contract/network/ipEntry.ts');
        const bad = (Array.isArray(value) ? value.map(String) : []).find((entry) => !isIpEntry(entry));
        if (bad) throw new Error(t('rules.ip', { value: bad }));
      },
    },
  ],
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    ipGroup: typeof ui;
  }
}
