import { EmbeddedList } from '../src/engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../src/engine/list/ListSlots.ts';
import { type RelatedInputs, RelatedInputsProvider } from '../src/engine/select/RelatedInputs.tsx';
import { CellStates } from './CellStates.tsx';
import { cellSamples } from './cellSamples.tsx';
import { FieldStates, states } from './FieldStates.tsx';
import styles from './Gallery.module.css';
import { GROUPS, LISTS } from './galleryServer.ts';
import { inputSamples } from './inputSamples.tsx';
import { kinds } from './samples.ts';

const lists: [title: string, url: string, slots: ListSlots][] = [
  ['A list', LISTS.filled, { mode: { dateRange: true } }],
  ['Without rows', LISTS.empty, {}],
  ['That could not be loaded', LISTS.broken, {}],
  ['Paged the other way', LISTS.paged, { mode: { paging: 'page' } }],
  ['Unpaged', LISTS.whole, { mode: { paging: 'none' } }],
  ['A hundred rows, thirty columns', LISTS.wide, { mode: { paging: 'none' } }],
];

/** Attributes that selector rules may use, as a resource would register them. */
const related: RelatedInputs = {
  inputs: {},
  selectors: {
    [GROUPS]: () => [
      { name: 'name', label: 'Name', type: 'str', inTable: true },
      { name: 'is_active', label: 'Active', type: 'bool' },
    ],
  },
};

/** A table with a column for each title; its children are the rows. */
function Table(props: { titles: readonly string[]; label: string; children: React.ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.fields} aria-label={props.label}>
        <thead>
          <tr>
            {props.titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}

/**
 * Fields of every kind, shared cells and inputs, and lists, in their states, to look at and to photograph.
 */
export function Gallery() {
  return (
    <RelatedInputsProvider value={related}>
      <main className={styles.page}>
        <h1>Fields</h1>
        <Table label="Fields" titles={['Kind', ...states, 'Cell, empty', 'Cell, filled']}>
          {kinds.map((kind) => (
            <FieldStates key={kind} kind={kind} />
          ))}
        </Table>
        <h1>Cells</h1>
        <Table label="Cells" titles={['Cell', ...states]}>
          {Object.entries(cellSamples).map(([name, sample]) => (
            <CellStates key={name} name={name} sample={sample} />
          ))}
        </Table>
        <h1>Inputs</h1>
        <Table label="Inputs" titles={['Input', ...states]}>
          {Object.entries(inputSamples).map(([name, sample]) => (
            <CellStates key={name} name={name} sample={sample} />
          ))}
        </Table>
        <h1>Lists</h1>
        {lists.map(([title, url, slots]) => (
          <section key={url} aria-label={title} className={styles.list}>
            <h2>{title}</h2>
            <EmbeddedList name={`Gallery ${title}`} url={url} slots={slots} />
          </section>
        ))}
      </main>
    </RelatedInputsProvider>
  );
}
