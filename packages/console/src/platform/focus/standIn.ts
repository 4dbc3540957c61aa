import { canHoldFocus } from '../../theme/kit/canHoldFocus.ts';
import { regionAround, stopsOf } from './stops.ts';

/**
 * The element that stands in for a removed one: its replacement, else its neighbour (the same control in the
 * next or previous row), else the region around it. Undefined for elements directly in the body, such as
 * dialogs.
 */
export const standInFor = (lost: Element, records: readonly MutationRecord[]): HTMLElement | undefined => {
  let inside: Node = lost;
  const rest = new Set(records);
  for (;;) {
    const record = [...rest].findLast(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(inside)),
    );
    if (!record) return undefined;
    rest.delete(record);
    const gone = [...record.removedNodes].find((node) => node.contains(inside));
    inside = record.target;
    if (inside === document.body) return undefined;
    if (inside.isConnected && inside instanceof Element)
      return atPlace(lost, gone, record, records) ?? regionAround(inside);
  }
};

const atPlace = (
  lost: Element,
  gone: Node | undefined,
  record: MutationRecord,
  records: readonly MutationRecord[],
) => {
  if (!(gone instanceof Element)) return undefined;
  const order = stopsOf(gone).indexOf(lost as HTMLElement);
  const before = sibling('previousSibling', record, records);
  const after = sibling('nextSibling', record, records);
  const came = before ? before.nextSibling : record.target.firstChild;
  for (const candidate of [came, after, before]) {
    if (!(candidate instanceof Element)) continue;
    const stops = stopsOf(candidate);
    const same = candidate.tagName === gone.tagName ? stops[order] : undefined;
    const tabbed = stops.filter(({ tabIndex }) => tabIndex >= 0);
    const found = [same, ...tabbed].find((stop) => stop && canHoldFocus(stop));
    if (found) return found;
  }
  return undefined;
};

/** The nearest remaining neighbour of a removed element, as several may be removed at once. */
const sibling = (
  side: 'previousSibling' | 'nextSibling',
  record: MutationRecord,
  records: readonly MutationRecord[],
): Node | null => {
  let node = record[side];
  const passed = new Set<Node>();
  while (node && node.parentNode !== record.target && !passed.has(node)) {
    passed.add(node);
    node = records.find(({ removedNodes }) => [...removedNodes].includes(node as Node))?.[side] ?? null;
  }
  return node && node.parentNode === record.target ? node : null;
};
